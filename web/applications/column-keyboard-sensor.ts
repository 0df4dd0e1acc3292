import { KeyboardSensor } from '@dnd-kit/react'
import { STATUSES } from '#contract/applications.ts'
import { isStatus } from './statuses.ts'

/** The left and right arrow keys move a card between columns; the order within a column is fixed. */
export class ColumnKeyboardSensor extends KeyboardSensor {
  protected override handleMove(direction: 'up' | 'down' | 'left' | 'right', event: KeyboardEvent) {
    event.preventDefault()
    if (direction === 'up' || direction === 'down') return
    const { source, target, position } = this.manager.dragOperation
    const over = target?.id ?? source?.data.status
    if (!isStatus(over)) return
    const next = STATUSES[STATUSES.indexOf(over) + (direction === 'right' ? 1 : -1)]
    const column = next && this.manager.registry.droppables.get(next)
    if (!column?.element) return
    // Instantly: the position of the column is measured next.
    column.element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
    column.refreshShape()
    const { left, width, top, bottom } = column.element.getBoundingClientRect()
    const y = Math.min(Math.max(position.current.y, top + 1), bottom - 1)
    const { actions } = this.manager
    actions.move({ event, to: { x: left + width / 2, y } })
    // The collision is found with the next rendering, perhaps after the next key. `move` takes effect in a microtask, too.
    queueMicrotask(() => actions.setDropTarget(next))
  }
}
