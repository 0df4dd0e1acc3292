import { useDraggable } from '@dnd-kit/react'
import GripVertical from 'lucide-react/icons/grip-vertical'
import { memo, useLayoutEffect, useMemo, useRef } from 'react'
import type { Applicant } from '#contract/applications.ts'
import { m } from '#contract/texts.ts'
import { cn } from '../ui/cn.ts'
import { ApplicantCard } from './ApplicantCard.tsx'
import { applicantName, gripId } from './applicants.ts'
import type { Drop } from './board-drop.ts'
import type { SetStatus } from './use-applicants.ts'

type BoardCardProps = {
  applicant: Applicant
  offerSkills: readonly string[]
  /** Set when the card has just moved here or returned. */
  settled: Drop | undefined
  onStatus: SetStatus
  onOpen: (applicantId: string) => void
}

/** A card that can be dragged as a whole, and by its grip with the keyboard. */
export const BoardCard = memo(function BoardCard({
  applicant,
  offerSkills,
  settled,
  onStatus,
  onOpen,
}: BoardCardProps) {
  const name = applicantName(applicant)
  const { _id, status, sendsAt } = applicant
  const data = useMemo(() => ({ name, status }), [name, status])
  const { ref, handleRef, isDragSource } = useDraggable({ id: _id, data })
  const box = useRef<HTMLDivElement>(null)

  // Before the next key: it is for this card.
  useLayoutEffect(() => {
    if (!settled) return
    if (settled.focus) document.getElementById(settled.focus)?.focus({ preventScroll: true })
    if (!matchMedia('(prefers-reduced-motion: reduce)').matches) {
      box.current?.animate({ transform: ['scale(1.03)', 'none'] }, { duration: 180, easing: 'ease-out' })
    }
  }, [settled])

  // Again when it grows by the line of an unsent outcome.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  useLayoutEffect(() => {
    if (settled) box.current?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  }, [settled, sendsAt])

  return (
    <div
      ref={(element) => {
        box.current = element
        ref(element)
      }}
      data-applicant={_id}
      className={cn('cursor-grab touch-manipulation select-none', isDragSource && 'opacity-40')}
    >
      <ApplicantCard
        applicant={applicant}
        offerSkills={offerSkills}
        onStatus={onStatus}
        onOpen={onOpen}
        grip={
          <button
            ref={handleRef}
            id={gripId(_id)}
            type="button"
            aria-label={m.applications_move({ name })}
            title={m.applications_move({ name })}
            className="grid size-8 shrink-0 cursor-grab place-items-center rounded-control text-muted hover:bg-hover hover:text-text pointer-fine:size-6"
          >
            <GripVertical aria-hidden="true" className="size-4" />
          </button>
        }
      />
    </div>
  )
})
