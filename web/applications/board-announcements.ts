import type { DragEndEvent, DragOverEvent, DragStartEvent } from '@dnd-kit/dom'
import { isStatus, STATUS_LOOKS } from './statuses.ts'

/** Screen-reader announcements for a dragged card. */
export const announcements = {
  dragstart: ({ operation: { source } }: DragStartEvent) =>
    `${source?.data.name} picked up from ${columnName(source?.data.status)}.`,
  // The card's own column is announced only after the card has left it.
  dragover: ({ operation: { source, target, transform } }: DragOverEvent) =>
    target && (transform.x !== 0 || transform.y !== 0)
      ? `${source?.data.name} is over ${columnName(target.id)}.`
      : undefined,
  dragend: ({ operation: { source, target }, canceled }: DragEndEvent) =>
    canceled || !target || target.id === source?.data.status
      ? `${source?.data.name} stays in ${columnName(source?.data.status)}.`
      : `${source?.data.name} dropped in ${columnName(target.id)}.`,
}

export const screenReaderInstructions = {
  draggable:
    'Press Space or Enter to pick this applicant up, the left and right arrow keys to choose a column, Space or Enter to drop it there, Escape to leave it where it was.',
}

const columnName = (status: unknown) => (isStatus(status) ? STATUS_LOOKS[status].label : '')
