import { useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { realtime, useRealtime, useRealtimeState } from '../lib/realtime.ts'
import { OFFERS_KEY, offerQuery } from '../offers/offers.api.ts'
import { toast } from '../ui/toast.ts'
import { type StatusUpdate, statusToastId, withOptimisticChanges } from './applicants.ts'
import { applicantsKey, applicantsQuery, sendStatus, storeApplicant } from './applications.api.ts'

/**
 * The applicants of an own offer: the server's list with the pending status updates applied on top. A refused update
 * leaves the pending ones, so its card returns to its column.
 */
export function useApplicants(offerId: string) {
  const query = useQuery(applicantsQuery(offerId))
  const updates = usePendingUpdates(offerId)
  const stored = query.data?.applicants
  const applicants = useMemo(() => withOptimisticChanges(stored ?? [], updates), [stored, updates])
  useLiveApplicants(offerId)
  return { query, applicants }
}

const updateKey = (offerId: string) => ['candidate-status', offerId]

function usePendingUpdates(offerId: string): StatusUpdate[] {
  return useMutationState({
    filters: { mutationKey: updateKey(offerId), status: 'pending' },
    select: (mutation) => mutation.state.variables as StatusUpdate,
  })
}

/** Resolves to whether the update succeeded; a failure is shown already. */
export type SetStatus = (update: StatusUpdate) => Promise<boolean>

/** An optimistic status update; the server's response replaces it. */
export function useSetStatus(offerId: string): SetStatus {
  const queryClient = useQueryClient()
  const { mutateAsync } = useMutation({
    mutationKey: updateKey(offerId),
    // Serialised, so that the last update is the last to arrive.
    scope: { id: `candidate-status ${offerId}` },
    mutationFn: ({ applicantId, status }: StatusUpdate) => sendStatus(offerId, applicantId, status),
    // A running list request may predate the update; the update triggers the next one.
    onMutate: () => queryClient.cancelQueries({ queryKey: applicantsQuery(offerId).queryKey }),
    onSuccess: ({ applicant }, { applicantId }) => {
      toast.dismiss(statusToastId(applicantId))
      storeApplicant(queryClient, offerId, applicant)
      void queryClient.invalidateQueries({ queryKey: OFFERS_KEY })
    },
    onError: (error, { applicantId }) => {
      toast.error(error.message, { id: statusToastId(applicantId) })
    },
    onSettled: (_result, error) => {
      // Without a socket no live event triggers the refetch.
      if (error || realtime.state() !== 'connected') {
        void queryClient.invalidateQueries({ queryKey: applicantsQuery(offerId).queryKey })
      }
    },
  })
  return useCallback(
    (update) =>
      mutateAsync(update).then(
        () => true,
        () => false,
      ),
    [mutateAsync],
  )
}

const DEBOUNCE_MS = 150

/** Refetches on live events from other boards and applicants, and after a lost connection. */
export function useLiveApplicants(offerId: string) {
  const queryClient = useQueryClient()
  const state = useRealtimeState()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isStale = useRef(false)

  function refreshDebounced() {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      void queryClient.invalidateQueries({ queryKey: applicantsKey(offerId) })
      // The offer's number of applicants.
      void queryClient.invalidateQueries({ queryKey: offerQuery(offerId).queryKey })
    }, DEBOUNCE_MS)
  }
  useRealtime('changed', (what) => {
    if (what.topic === 'candidates' && what.offerId === offerId) refreshDebounced()
  })
  useEffect(() => {
    // Also covers changes between the first request and the first connection.
    if (state !== 'connected') isStale.current = true
    else if (isStale.current) {
      isStale.current = false
      void queryClient.invalidateQueries({ queryKey: applicantsKey(offerId) })
    }
  }, [state, queryClient, offerId])
  useEffect(() => () => clearTimeout(timer.current), [])
}
