import type { DragEndEvent, DragOverEvent, DragStartEvent } from '@dnd-kit/dom'
import { m } from '#contract/texts.ts'
import { isStatus, STATUS_LOOKS } from './statuses.ts'

/** Screen-reader announcements for a dragged card. */
export const announcements = {
  dragstart: ({ operation: { source } }: DragStartEvent) =>
    m.applications_picked_up({ name: source?.data.name, status: columnName(source?.data.status) }),
  // The card's own column is announced only after the card has left it.
  dragover: ({ operation: { source, target, transform } }: DragOverEvent) =>
    target && (transform.x !== 0 || transform.y !== 0)
      ? m.applications_is_over({ name: source?.data.name, status: columnName(target.id) })
      : undefined,
  dragend: ({ operation: { source, target }, canceled }: DragEndEvent) =>
    canceled || !target || target.id === source?.data.status
      ? m.applications_stays({ name: source?.data.name, status: columnName(source?.data.status) })
      : m.applications_dropped({ name: source?.data.name, status: columnName(target.id) }),
}

export const screenReaderInstructions = {
  // Read when a board is shown: the language is known then.
  get draggable() {
    return m.applications_board_instructions()
  },
}

const columnName = (status: unknown) => (isStatus(status) ? STATUS_LOOKS[status].label() : '')
