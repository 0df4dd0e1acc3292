import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useRealtime } from '../lib/realtime.ts'
import { OFFERS_KEY } from './offers.api.ts'

const DEBOUNCE_MS = 500

/** Refetches the own offers and their numbers when somebody applies, withdraws or is moved on another device. */
export function useLiveOwnOffers() {
  const queryClient = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useRealtime('changed', (what) => {
    if (what.topic !== 'candidates') return
    clearTimeout(timer.current)
    timer.current = setTimeout(
      () => void queryClient.invalidateQueries({ queryKey: OFFERS_KEY }),
      DEBOUNCE_MS,
    )
  })
  useEffect(() => () => clearTimeout(timer.current), [])
}
