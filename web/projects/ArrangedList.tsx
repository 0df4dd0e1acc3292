import { Accessibility } from '@dnd-kit/dom'
import { DragDropProvider, PointerSensor } from '@dnd-kit/react'
import { isSortable, useSortable } from '@dnd-kit/react/sortable'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import GripVertical from 'lucide-react/icons/grip-vertical'
import Pin from 'lucide-react/icons/pin'
import type { ComponentProps } from 'react'
import type { ProfileProject } from '#contract/projects.ts'
import { m } from '#contract/texts.ts'
import { cn } from '../ui/cn.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { Tag } from '../ui/Tag.tsx'

type ArrangedListProps = {
  label: string
  projects: readonly ProfileProject[]
  isPinned?: boolean | undefined
  /** The maximum of pins is reached. */
  isFull?: boolean | undefined
  onPin: (project: ProfileProject) => void
  onMove: (from: number, to: number) => void
}

type ProviderProps = Required<ComponentProps<typeof DragDropProvider>>
// Constants: new arrays would restart the library at every render. For the keyboard there are buttons.
const sensors = [PointerSensor]
const plugins: ProviderProps['plugins'] = (defaults) => defaults.filter((plugin) => plugin !== Accessibility)

export const pinButtonId = (id: string) => `pin-${id}`

/** Projects whose order is changed by dragging, or by buttons. */
export function ArrangedList({
  label,
  projects,
  isPinned = false,
  isFull = false,
  onPin,
  onMove,
}: ArrangedListProps) {
  const handleDragEnd: ProviderProps['onDragEnd'] = ({ operation: { source }, canceled }) => {
    if (canceled || !isSortable(source)) return
    if (source.initialIndex !== source.index) onMove(source.initialIndex, source.index)
  }
  return (
    <section>
      <h3 className="mb-2 text-base">{label}</h3>
      <DragDropProvider sensors={sensors} plugins={plugins} onDragEnd={handleDragEnd}>
        <ol aria-label={label} className="space-y-2">
          {projects.map((project, index) => (
            <ArrangedProject
              key={project._id}
              project={project}
              index={index}
              count={projects.length}
              isPinned={isPinned}
              cannotPin={!isPinned && isFull}
              onPin={() => onPin(project)}
              onMove={(to) => onMove(index, to)}
            />
          ))}
        </ol>
      </DragDropProvider>
    </section>
  )
}

type ArrangedProjectProps = {
  project: ProfileProject
  index: number
  count: number
  isPinned: boolean
  cannotPin: boolean
  onPin: () => void
  onMove: (to: number) => void
}

function ArrangedProject({
  project,
  index,
  count,
  isPinned,
  cannotPin,
  onPin,
  onMove,
}: ArrangedProjectProps) {
  const { _id, title, year, state } = project
  const { ref, handleRef, isDragging } = useSortable({ id: _id, index })

  function handleMove(button: HTMLElement, to: number) {
    if (to < 0 || to >= count) return
    onMove(to)
    // A moved row loses the focus.
    button.focus()
  }

  return (
    <li
      ref={ref}
      className={cn(
        'flex min-w-0 items-center gap-1 rounded-control border border-line bg-raised py-1 pr-1',
        isDragging && 'shadow-raised',
      )}
    >
      <span
        ref={handleRef}
        aria-hidden="true"
        className="grid min-h-11 w-9 shrink-0 cursor-grab touch-none place-items-center text-muted active:cursor-grabbing"
      >
        <GripVertical className="size-4" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2 break-words font-medium">{title}</span>
        <span className="flex flex-wrap items-center gap-2 text-muted text-sm">
          {year}
          {state === 'draft' && <Tag tone="yellow">{m.projects_draft()}</Tag>}
        </span>
      </span>
      <IconButton
        label={m.projects_move_up({ title })}
        size="sm"
        aria-disabled={index === 0 || undefined}
        onClick={({ currentTarget }) => handleMove(currentTarget, index - 1)}
      >
        <ArrowUp aria-hidden="true" />
      </IconButton>
      <IconButton
        label={m.projects_move_down({ title })}
        size="sm"
        aria-disabled={index === count - 1 || undefined}
        onClick={({ currentTarget }) => handleMove(currentTarget, index + 1)}
      >
        <ArrowDown aria-hidden="true" />
      </IconButton>
      <IconButton
        id={pinButtonId(_id)}
        label={m.projects_pin({ title })}
        size="sm"
        aria-pressed={isPinned}
        aria-disabled={cannotPin || undefined}
        onClick={() => !cannotPin && onPin()}
      >
        <Pin aria-hidden="true" className={cn(isPinned && 'fill-current text-primary')} />
      </IconButton>
    </li>
  )
}
