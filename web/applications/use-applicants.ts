import { useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { Candidates, Status } from '#contract/applications.ts'
import { realtime, useRealtime, useRealtimeState } from '../lib/realtime.ts'
import { OFFERS_KEY } from '../offers/offers.api.ts'
import { toast } from '../ui/toast.ts'
import { withOptimisticChanges } from './applicants.ts'
import { applicantsKey, applicantsQuery, sendStatus } from './applications.api.ts'

type Wish = { applicantId: string; status: Status }

/**
 * The applicants of an own offer as this board shows them: what the server knows, and over it every change that
 * is still on its way. A refused change is simply no longer over it, so the card is back where it was.
 */
export function useApplicants(offerId: string) {
  const query = useQuery(applicantsQuery(offerId))
  const wishes = useWishes(offerId)
  const stored = query.data?.applicants
  const applicants = useMemo(() => withOptimisticChanges(stored ?? [], wishes), [stored, wishes])
  useLiveCandidates(offerId)
  return { query, applicants }
}

const wishKey = (offerId: string) => ['candidate-status', offerId]

function useWishes(offerId: string): Wish[] {
  return useMutationState({
    filters: { mutationKey: wishKey(offerId), status: 'pending' },
    select: (mutation) => mutation.state.variables as Wish,
  })
}

/** Resolves to whether it was done; a refusal has been told by then. */
export type SetStatus = (wish: Wish) => Promise<boolean>

/** Sets a status; the answer of the server is what stays. */
export function useSetStatus(offerId: string): SetStatus {
  const queryClient = useQueryClient()
  const { mutateAsync } = useMutation({
    mutationKey: wishKey(offerId),
    // One after the other, so that the last wish is the last to arrive.
    scope: { id: `candidate-status ${offerId}` },
    mutationFn: ({ applicantId, status }: Wish) => sendStatus(offerId, applicantId, status),
    // A list that is being read may be older than the change; the change brings the next reading with it.
    onMutate: () => queryClient.cancelQueries({ queryKey: applicantsQuery(offerId).queryKey }),
    onSuccess: ({ applicant }) => {
      queryClient.setQueryData<Candidates>(
        applicantsQuery(offerId).queryKey,
        (known) =>
          known && {
            ...known,
            applicants: known.applicants.map((one) => (one._id === applicant._id ? applicant : one)),
          },
      )
      void queryClient.invalidateQueries({
        queryKey: [...applicantsKey(offerId), 'history', applicant._id],
      })
      void queryClient.invalidateQueries({ queryKey: OFFERS_KEY })
    },
    onError: (error) => {
      toast.error(error.message)
    },
    onSettled: (_result, error) => {
      // Without a socket nobody else says that it is time to read again.
      if (error || realtime.state() !== 'connected') {
        void queryClient.invalidateQueries({ queryKey: applicantsQuery(offerId).queryKey })
      }
    },
  })
  return useCallback(
    (wish) =>
      mutateAsync(wish).then(
        () => true,
        () => false,
      ),
    [mutateAsync],
  )
}

const SETTLE_MS = 150

/** Follows what other boards and applicants do (a socket event), and catches up after a broken line. */
function useLiveCandidates(offerId: string) {
  const queryClient = useQueryClient()
  const state = useRealtimeState()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isMissing = useRef(false)

  function refreshSoon() {
    // Many changes in a row are read once.
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      void queryClient.invalidateQueries({ queryKey: applicantsKey(offerId) })
    }, SETTLE_MS)
  }
  useRealtime('changed', (what) => {
    if (what.topic === 'candidates' && what.offerId === offerId) refreshSoon()
  })
  useEffect(() => {
    // What changed between the first reading and the first connection was not heard either.
    if (state !== 'connected') isMissing.current = true
    else if (isMissing.current) {
      isMissing.current = false
      void queryClient.invalidateQueries({ queryKey: applicantsKey(offerId) })
    }
  }, [state, queryClient, offerId])
  useEffect(() => () => clearTimeout(timer.current), [])
}
