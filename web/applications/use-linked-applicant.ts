import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Applicant } from '#contract/applications.ts'
import { m } from '#contract/texts.ts'
import { toast } from '../ui/toast.ts'

/** Opens the applicant of a link in a mail or notification, once (`?application=ID`, APPL-08). */
export function useLinkedApplicant(
  { applicants, isFetching }: { applicants: readonly Applicant[]; isFetching: boolean },
  open: (applicantId: string) => void,
) {
  const [search, setSearch] = useSearchParams()
  const linkedId = search.get('application')
  const linked = applicants.find(({ _id }) => _id === linkedId)
  // A list that was read before may miss the newest.
  const isKnown = linkedId !== null && (linked !== undefined || !isFetching)

  // Opened only after the address has changed: Back would lead from the dialog to the link again.
  const [toOpen, setToOpen] = useState<string>()

  const follow = useEffectEvent(() => {
    if (linked) setToOpen(linked._id)
    else toast.info(m.applications_not_on_board())
    setSearch(
      (now) => {
        const params = new URLSearchParams(now)
        params.delete('application')
        // The list shows one status at a time.
        if (linked) params.set('status', linked.status)
        return params
      },
      { replace: true, preventScrollReset: true },
    )
  })
  useEffect(() => {
    if (isKnown) follow()
  }, [isKnown])

  const openOnce = useEffectEvent((applicantId: string) => {
    setToOpen(undefined)
    open(applicantId)
  })
  useEffect(() => {
    if (toOpen !== undefined && linkedId === null) openOnce(toOpen)
  }, [toOpen, linkedId])
}
