import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { type Applicant, STATUSES } from '#contract/applications.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { ApplicantCard } from './ApplicantCard.tsx'
import { byStatus } from './applicants.ts'
import { isStatus, STATUS_LOOKS } from './statuses.ts'
import type { SetStatus } from './use-applicants.ts'

type CandidateTabsProps = {
  applicants: readonly Applicant[]
  offerSkills: readonly string[]
  onStatus: SetStatus
  onOpen: (applicantId: string) => void
}

/** One status at a time, for small screens and for people who prefer lists (PIPE-03). */
export function ApplicantTabs({ applicants, ...card }: CandidateTabsProps) {
  const [search, setSearch] = useSearchParams()
  const groups = byStatus(applicants)
  const asked = search.get('status')
  const status = isStatus(asked) ? asked : 'pending'

  return (
    <Tabs
      label="Applicants by status"
      tabs={STATUSES.map((value) => ({
        value,
        label: STATUS_LOOKS[value].label,
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
      {groups[status].length === 0 ? (
        <EmptyState
          title={`No candidates found for "${status}"`}
          text="Applicants with this status appear here."
        />
      ) : (
        <CandidateList key={status} applicants={groups[status]} {...card} />
      )}
    </Tabs>
  )
}

function CandidateList({ applicants, ...card }: CandidateTabsProps) {
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
  })
  return (
    <ul ref={list} className="relative" style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map(({ key, index, start }) => {
        const applicant = applicants[index]
        return (
          applicant && (
            <li
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              aria-setsize={applicants.length}
              aria-posinset={index + 1}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${start - scrollMargin}px)` }}
            >
              <ApplicantCard applicant={applicant} wide {...card} />
            </li>
          )
        )
      })}
    </ul>
  )
}
