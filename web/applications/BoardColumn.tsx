import { useDroppable } from '@dnd-kit/react'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useId, useRef, useState } from 'react'
import type { Applicant, Status } from '#contract/applications.ts'
import { m } from '#contract/texts.ts'
import { cn } from '../ui/cn.ts'
import { withIndexes } from './applicants.ts'
import { BoardCard } from './BoardCard.tsx'
import type { Drop } from './board-drop.ts'
import { StatusTag } from './StatusTag.tsx'
import type { SetStatus } from './use-applicants.ts'
import { applicantOf } from './use-followed-focus.ts'
import { VirtualList } from './VirtualList.tsx'

type BoardColumnProps = {
  status: Status
  applicants: readonly Applicant[]
  offerSkills: readonly string[]
  /** The dragged or last opened card: it stays rendered, however far the column is scrolled. */
  pinnedId: string | undefined
  /** The card that has just moved here. */
  settled: Drop | undefined
  onStatus: SetStatus
  onOpen: (applicantId: string) => void
}

/** Six cards fit into a window of 900 px (FLOW-09). */
const CARD_HEIGHT = 100
const GAP = 5

/** A status with its applicants, virtualised: only visible cards are rendered. */
export function BoardColumn({
  status,
  applicants,
  offerSkills,
  pinnedId,
  settled,
  onStatus,
  onOpen,
}: BoardColumnProps) {
  const { ref, isDropTarget } = useDroppable({ id: status })
  const headingId = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const indexOf = (id: string | undefined) =>
    id === undefined ? -1 : applicants.findIndex((applicant) => applicant._id === id)
  // The focus would be lost with a card that is scrolled out of sight.
  const [focusedId, setFocusedId] = useState<string>()
  const pinned = [pinnedId, focusedId, settled?.applicantId].map(indexOf)

  const virtualizer = useVirtualizer({
    count: applicants.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => CARD_HEIGHT,
    getItemKey: (index) => applicants[index]?._id ?? index,
    gap: GAP,
    paddingStart: GAP,
    paddingEnd: GAP,
    overscan: 2,
    rangeExtractor: (range) => withIndexes(defaultRangeExtractor(range), ...pinned),
  })

  return (
    <section
      ref={ref}
      aria-labelledby={headingId}
      className={cn(
        'flex min-w-44 flex-1 flex-col overflow-hidden rounded-card border border-line bg-sunken transition-colors',
        isDropTarget && 'border-primary bg-primary-soft ring-2 ring-primary',
      )}
    >
      <h2 id={headingId} className="flex items-center justify-between gap-2 px-3 pt-2.5 pb-1.5 font-sans">
        <StatusTag status={status} />
        <span className="font-medium text-muted text-sm tabular-nums tracking-normal">
          {applicants.length}
        </span>
      </h2>
      {applicants.length === 0 ? (
        <p className="px-3 py-6 text-center text-muted text-sm">{m.applications_no_applicants()}</p>
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions: notices the focus of the controls inside.
        <div
          ref={scroller}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by the keyboard.
          tabIndex={0}
          onFocus={({ target }) => setFocusedId(applicantOf(target))}
          className="min-h-0 flex-1 scroll-py-1.5 overflow-y-auto overscroll-contain px-1.5 focus-visible:-outline-offset-2"
        >
          <VirtualList items={applicants} virtualizer={virtualizer}>
            {(applicant) => (
              <BoardCard
                applicant={applicant}
                offerSkills={offerSkills}
                settled={settled?.applicantId === applicant._id ? settled : undefined}
                onStatus={onStatus}
                onOpen={onOpen}
              />
            )}
          </VirtualList>
        </div>
      )}
    </section>
  )
}
