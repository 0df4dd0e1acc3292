import { Accessibility } from '@dnd-kit/dom'
import { DragDropProvider, DragOverlay, PointerSensor } from '@dnd-kit/react'
import { type ComponentProps, useCallback, useState } from 'react'
import { type Applicant, STATUSES } from '#contract/applications.ts'
import { ApplicantCard } from './ApplicantCard.tsx'
import { byStatus, focusedControl, gripId, type StatusUpdate } from './applicants.ts'
import { BoardColumn } from './BoardColumn.tsx'
import { announcements, screenReaderInstructions } from './board-announcements.ts'
import type { Drop } from './board-drop.ts'
import { ColumnKeyboardSensor } from './column-keyboard-sensor.ts'
import { isStatus } from './statuses.ts'
import type { SetStatus } from './use-applicants.ts'
import { useFollowedFocus } from './use-followed-focus.ts'

type CandidateBoardProps = {
  applicants: readonly Applicant[]
  offerSkills: readonly string[]
  openedId: string | undefined
  onStatus: SetStatus
  onOpen: (applicantId: string) => void
}

// Stable references: new ones would reset the library at every render.
const sensors = [
  // Mouse and touch drag the whole card except its controls; the keyboard uses the grip.
  PointerSensor.configure({
    activatorElements: (source) => [source.element],
    preventActivation: ({ target }, { handle }) =>
      target instanceof Element && !handle?.contains(target) && target.closest('select, button') !== null,
  }),
  ColumnKeyboardSensor,
]
const accessibility = Accessibility.configure({ announcements, screenReaderInstructions, debounce: 100 })

type ProviderProps = Required<ComponentProps<typeof DragDropProvider>>
const plugins: ProviderProps['plugins'] = (defaults) =>
  defaults.map((plugin) => (plugin === Accessibility ? accessibility : plugin))

/** A column per status; cards are dragged between them by mouse, touch or keyboard (PIPE-02). */
export default function ApplicantBoard({
  applicants,
  offerSkills,
  openedId,
  onStatus,
  onOpen,
}: CandidateBoardProps) {
  const [draggedId, setDraggedId] = useState<string>()
  const [settled, setSettled] = useState<Drop>()
  const columns = byStatus(applicants)
  const focusHandlers = useFollowedFocus(applicants, setSettled)

  const move = useCallback(
    async ({ applicantId, status }: StatusUpdate, focus: Drop['focus']) => {
      const from = applicants.find(({ _id }) => _id === applicantId)?.status
      setSettled({ applicantId, status, focus })
      const isDone = await onStatus({ applicantId, status })
      // After a refusal the card returns to the former column, and the focus with it.
      if (!isDone && from) setSettled({ applicantId, status: from })
      return isDone
    },
    [applicants, onStatus],
  )
  const moveByCard: SetStatus = useCallback(
    (update) => move(update, focusedControl(update.applicantId)),
    [move],
  )

  const handleDragEnd: ProviderProps['onDragEnd'] = ({ operation, canceled }) => {
    setDraggedId(undefined)
    const { source, target, activatorEvent } = operation
    const applicant = applicants.find((one) => one._id === source?.id)
    const to = target?.id
    if (!applicant || canceled || !isStatus(to) || to === applicant.status) return
    const focus = activatorEvent instanceof KeyboardEvent ? gripId(applicant._id) : undefined
    void move({ applicantId: applicant._id, status: to }, focus)
  }

  return (
    <DragDropProvider
      sensors={sensors}
      plugins={plugins}
      onDragStart={({ operation }) => setDraggedId(String(operation.source?.id))}
      onDragEnd={handleDragEnd}
    >
      {/* One child of the page, so that the empty overlay adds no gap. */}
      <div className="flex min-h-0 flex-1 flex-col">
        <div {...focusHandlers} className="-mx-4 min-h-0 flex-1 overflow-x-auto px-4 sm:-mx-6 sm:px-6">
          <div className="flex h-full gap-2">
            {STATUSES.map((status) => (
              <BoardColumn
                key={status}
                status={status}
                applicants={columns[status]}
                offerSkills={offerSkills}
                pinnedId={draggedId ?? openedId}
                settled={settled?.status === status ? settled : undefined}
                onStatus={moveByCard}
                onOpen={onOpen}
              />
            ))}
          </div>
        </div>
        {/* No drop animation: its target card is in another column by then. */}
        <DragOverlay dropAnimation={null}>
          {({ id }) => {
            const applicant = applicants.find((one) => one._id === id)
            return (
              applicant && (
                <div inert className="cursor-grabbing">
                  <ApplicantCard
                    applicant={applicant}
                    offerSkills={offerSkills}
                    onStatus={onStatus}
                    onOpen={onOpen}
                    className="rotate-1 border-primary shadow-raised"
                  />
                </div>
              )
            )
          }}
        </DragOverlay>
      </div>
    </DragDropProvider>
  )
}
