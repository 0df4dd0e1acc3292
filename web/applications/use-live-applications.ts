import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useRealtime, useRealtimeState } from '../lib/realtime.ts'
import { OFFERS_KEY } from '../offers/offers.api.ts'
import { APPLICATIONS_KEY } from './own-applications.api.ts'

/** Refetches the own applications on live events, and after a lost connection. A message may be an answer, too. */
export function useLiveApplications() {
  const queryClient = useQueryClient()
  const state = useRealtimeState()
  const isStale = useRef(false)

  function refresh() {
    void queryClient.invalidateQueries({ queryKey: APPLICATIONS_KEY })
    void queryClient.invalidateQueries({ queryKey: OFFERS_KEY })
  }
  useRealtime('changed', (what) => {
    if (what.topic === 'applications') refresh()
  })
  useRealtime('newMessage', () => void queryClient.invalidateQueries({ queryKey: APPLICATIONS_KEY }))
  useEffect(() => {
    if (state !== 'connected') isStale.current = true
    else if (isStale.current) {
      isStale.current = false
      void queryClient.invalidateQueries({ queryKey: APPLICATIONS_KEY })
    }
  }, [state, queryClient])
}
