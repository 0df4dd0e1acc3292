import { useDraggable } from '@dnd-kit/react'
import GripVertical from 'lucide-react/icons/grip-vertical'
import { type KeyboardEvent, memo, useEffect, useMemo, useRef } from 'react'
import { type Applicant, STATUSES } from '#contract/applications.ts'
import { m } from '#contract/texts.ts'
import { cn } from '../ui/cn.ts'
import { ApplicantCard } from './ApplicantCard.tsx'
import { applicantName, isShortcut, statusMenuId } from './applicants.ts'
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
  const { _id, status } = applicant
  const data = useMemo(() => ({ name, status }), [name, status])
  const { ref, handleRef, isDragSource } = useDraggable({ id: _id, data })
  const box = useRef<HTMLDivElement>(null)
  const grip = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (!settled) return
    if (settled.focus === 'grip') grip.current?.focus({ preventScroll: true })
    if (settled.focus === 'status') document.getElementById(statusMenuId(_id))?.focus({ preventScroll: true })
    if (!matchMedia('(prefers-reduced-motion: reduce)').matches) {
      box.current?.animate({ transform: ['scale(1.03)', 'none'] }, { duration: 180, easing: 'ease-out' })
    }
  }, [settled, _id])

  /** The stages by 1 to 5 (FLOW-09). */
  function handleKeyDown(event: KeyboardEvent) {
    const next = STATUSES[Number(event.key) - 1]
    if (!next || next === status || !isShortcut(event)) return
    event.preventDefault()
    void onStatus({ applicantId: _id, status: next })
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the controls inside.
    <div
      ref={(element) => {
        box.current = element
        ref(element)
      }}
      onKeyDown={handleKeyDown}
      className={cn('cursor-grab touch-manipulation select-none', isDragSource && 'opacity-40')}
    >
      <ApplicantCard
        applicant={applicant}
        offerSkills={offerSkills}
        onStatus={onStatus}
        onOpen={onOpen}
        grip={
          <button
            ref={(element) => {
              grip.current = element
              handleRef(element)
            }}
            type="button"
            aria-label={m.applications_move({ name })}
            title={m.applications_move({ name })}
            className="-mt-1 -mr-1 grid size-8 shrink-0 cursor-grab place-items-center rounded-control text-muted hover:bg-hover hover:text-text"
          >
            <GripVertical aria-hidden="true" className="size-4" />
          </button>
        }
      />
    </div>
  )
})
