import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { type Applicant, STATUSES } from '#contract/applications.ts'
import { m } from '#contract/texts.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { ApplicantCard } from './ApplicantCard.tsx'
import { byStatus, detailsButtonId, statusMenuId, withIndexes } from './applicants.ts'
import { isStatus, STATUS_LOOKS } from './statuses.ts'
import type { SetStatus } from './use-applicants.ts'
import { VirtualList } from './VirtualList.tsx'

type CandidateTabsProps = {
  applicants: readonly Applicant[]
  offerSkills: readonly string[]
  openedId: string | undefined
  onStatus: SetStatus
  onOpen: (applicantId: string) => void
}

/** One status at a time, for small screens and for people who prefer lists (PIPE-03). */
export function ApplicantTabs({ applicants, onStatus, ...card }: CandidateTabsProps) {
  const [search, setSearch] = useSearchParams()
  const groups = byStatus(applicants)
  const requested = search.get('status')
  const status = isStatus(requested) ? requested : 'pending'

  const shown = groups[status]
  const followFocus = useFocusAfterMove(shown)

  return (
    <Tabs
      label={m.applications_by_status()}
      tabs={STATUSES.map((value) => ({
        value,
        label: STATUS_LOOKS[value].label(),
        count: groups[value].length,
      }))}
      value={status}
      onChange={(next) =>
        setSearch(
          (now) => {
            const params = new URLSearchParams(now)
            params.set('status', next)
            return params
          },
          { replace: true, preventScrollReset: true },
        )
      }
    >
      {shown.length === 0 ? (
        <EmptyState
          title={m.applications_none_with_status({ status: STATUS_LOOKS[status].label().toLowerCase() })}
          text={m.applications_with_status_hint()}
        />
      ) : (
        <CandidateList
          key={status}
          applicants={shown}
          {...card}
          onStatus={(update) => {
            followFocus(update.applicantId)
            return onStatus(update)
          }}
        />
      )}
    </Tabs>
  )
}

/** A card whose status changes leaves the list: the focus goes to the same control of the next one, or to the tab. */
function useFocusAfterMove(shown: readonly Applicant[]) {
  const moved = useRef<{ applicantId: string; index: number; controlId: (applicantId: string) => string }>(
    undefined,
  )
  useEffect(() => {
    if (!moved.current || shown.some(({ _id }) => _id === moved.current?.applicantId)) return
    const { index, controlId } = moved.current
    moved.current = undefined
    const next = shown[Math.min(index, shown.length - 1)]
    if (document.activeElement !== document.body) return
    const control = next && document.getElementById(controlId(next._id))
    const target = control ?? document.querySelector<HTMLElement>('main [role="tab"][aria-selected="true"]')
    target?.focus()
  }, [shown])
  return (applicantId: string) => {
    const index = shown.findIndex(({ _id }) => _id === applicantId)
    const isByMenu = document.activeElement?.id === statusMenuId(applicantId)
    moved.current = { applicantId, index, controlId: isByMenu ? statusMenuId : detailsButtonId }
  }
}

function CandidateList({ applicants, openedId, ...card }: CandidateTabsProps) {
  const list = useRef<HTMLUListElement>(null)
  const [scrollMargin, setScrollMargin] = useState(0)
  useLayoutEffect(() => {
    const top = list.current?.getBoundingClientRect().top
    if (top !== undefined) setScrollMargin(top + window.scrollY)
  }, [])
  const virtualizer = useWindowVirtualizer({
    count: applicants.length,
    estimateSize: () => 120,
    getItemKey: (index) => applicants[index]?._id ?? index,
    gap: 12,
    overscan: 5,
    scrollMargin,
    rangeExtractor: (range) =>
      withIndexes(
        defaultRangeExtractor(range),
        applicants.findIndex(({ _id }) => _id === openedId),
      ),
  })
  return (
    <VirtualList ref={list} items={applicants} virtualizer={virtualizer} offset={scrollMargin}>
      {(applicant) => <ApplicantCard applicant={applicant} wide {...card} />}
    </VirtualList>
  )
}
