import type { ReactNode } from 'react'
import { Button } from './Button.tsx'

type ActionRowProps = {
  name: ReactNode
  notes: string[]
  action: string
  /** The accessible name of the button. */
  label: string
  loading?: boolean
  error?: string | undefined
  onAction: () => void
}

/** An item of a list with one action and its error. */
export const ActionRow = ({
  name,
  notes,
  action,
  label,
  loading = false,
  error,
  onAction,
}: ActionRowProps) => (
  <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
    <div className="min-w-0 flex-1 basis-48">
      <p className="font-medium [overflow-wrap:anywhere]">{name}</p>
      {notes.map((note) => (
        <p key={note} className="text-muted text-sm">
          {note}
        </p>
      ))}
      {error && (
        <p role="alert" className="text-danger text-sm">
          {error}
        </p>
      )}
    </div>
    <Button variant="outline" size="sm" loading={loading} aria-label={label} onClick={onAction}>
      {action}
    </Button>
  </li>
)
