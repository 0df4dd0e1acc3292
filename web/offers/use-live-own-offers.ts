import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useRealtime, useRealtimeState } from '../lib/realtime.ts'
import { OFFERS_KEY } from './offers.api.ts'

const DEBOUNCE_MS = 500

/** Refetches the own offers and their numbers on changes of applications elsewhere, and after a lost connection. */
export function useLiveOwnOffers() {
  const queryClient = useQueryClient()
  const state = useRealtimeState()
  const isStale = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useRealtime('changed', (what) => {
    if (what.topic !== 'candidates') return
    clearTimeout(timer.current)
    timer.current = setTimeout(
      () => void queryClient.invalidateQueries({ queryKey: OFFERS_KEY }),
      DEBOUNCE_MS,
    )
  })
  useEffect(() => {
    if (state !== 'connected') isStale.current = true
    else if (isStale.current) {
      isStale.current = false
      void queryClient.invalidateQueries({ queryKey: OFFERS_KEY })
    }
  }, [state, queryClient])
  useEffect(() => () => clearTimeout(timer.current), [])
}
