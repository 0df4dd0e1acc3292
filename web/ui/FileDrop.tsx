import FileText from 'lucide-react/icons/file-text'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import Trash2 from 'lucide-react/icons/trash-2'
import Upload from 'lucide-react/icons/upload'
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react'
import { m } from '#contract/texts.ts'
import { Button } from './Button.tsx'
import { cn } from './cn.ts'
import { useFieldGroup } from './field-context.ts'
import { IconButton } from './IconButton.tsx'
import { ProgressBar } from './ProgressBar.tsx'

type FileDropProps = {
  /** As in an input: 'image/*', 'application/pdf'. */
  accept: string
  /** The caller validates and uploads the file. */
  onFile: (file: File) => void
  onRemove?: (() => void) | undefined
  onRetry?: (() => void) | undefined
  /** The current file. */
  file?: { name: string; previewUrl?: string | undefined } | undefined
  /** 0 to 1, or true when indeterminate. */
  progress?: number | boolean | undefined
  error?: string | undefined
  /** Text of the button. */
  label?: string | undefined
  help?: ReactNode
  /** More buttons, before 'Remove'. */
  actions?: ReactNode
  /** The shape of the preview. */
  shape?: 'wide' | 'round' | undefined
}

export function FileDrop({
  accept,
  onFile,
  onRemove,
  onRetry,
  file,
  progress,
  error,
  label = m.uploads_choose(),
  help,
  actions,
  shape = 'wide',
}: FileDropProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const group = useFieldGroup()
  const ids = useId()
  const isBusy = progress !== undefined && progress !== false

  function handleDrop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    const dropped = event.dataTransfer.files[0]
    if (dropped && !isBusy) onFile(dropped)
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset takes its name from a legend, this one from its Field.
    <div
      role="group"
      aria-label={group['aria-labelledby'] ? undefined : label}
      aria-labelledby={group['aria-labelledby']}
      onDragOver={(event) => {
        event.preventDefault()
        if (!isBusy) setOver(true)
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
      }}
      onDrop={handleDrop}
      className={cn(
        'flex flex-col gap-3 rounded-card border-2 border-control border-dashed bg-surface p-4 transition-colors',
        isOver && 'border-primary bg-primary-soft',
        error && 'border-danger',
      )}
    >
      <div className="flex min-w-0 flex-wrap items-center gap-4">
        {file?.previewUrl ? (
          <img
            src={file.previewUrl}
            alt={m.uploads_preview_of({ name: truncateFileName(file.name) })}
            referrerPolicy="no-referrer"
            className={cn(
              'shrink-0 border border-line bg-neutral-bg object-cover',
              shape === 'round' ? 'size-20 rounded-full' : 'h-20 w-28 rounded-control',
            )}
          />
        ) : (
          <span
            aria-hidden="true"
            className={cn(
              'grid size-12 shrink-0 place-items-center bg-primary-soft text-primary',
              shape === 'round' ? 'rounded-full' : 'rounded-control',
            )}
          >
            {file ? <FileText className="size-5" /> : <Upload className="size-5" />}
          </span>
        )}
        <div className="min-w-0 flex-[1_1_10rem]">
          {file ? (
            <p className="font-medium text-sm" title={file.name}>
              {truncateFileName(file.name)}
            </p>
          ) : (
            <p className="text-muted text-sm">
              <span className="pointer-coarse:hidden">{m.uploads_drop()}</span>
              <span className="hidden pointer-coarse:inline">{m.uploads_choose_sentence()}</span>
            </p>
          )}
          {help && (
            <p id={`${ids}-help`} className="text-muted text-sm">
              {help}
            </p>
          )}
        </div>
        <div className="flex flex-wrap items-center gap-1">
          <Button
            variant="outline"
            size="sm"
            disabled={isBusy}
            aria-describedby={error ? `${ids}-error` : help ? `${ids}-help` : undefined}
            onClick={() => input.current?.click()}
          >
            {file ? m.uploads_replace() : label}
          </Button>
          {actions}
          {file && onRemove && (
            <IconButton
              label={m.general_remove_named_chip({ name: truncateFileName(file.name) })}
              disabled={isBusy}
              onClick={onRemove}
            >
              <Trash2 aria-hidden="true" />
            </IconButton>
          )}
        </div>
      </div>
      {isBusy && (
        <ProgressBar
          label={m.uploads_uploading({ file: truncateFileName(file?.name ?? m.uploads_a_file()) })}
          value={typeof progress === 'number' ? Math.round(progress * 100) : undefined}
        />
      )}
      {error && (
        <div
          id={`${ids}-error`}
          role="alert"
          className="flex flex-wrap items-center justify-between gap-2 text-danger text-sm"
        >
          <span>{error}</span>
          {onRetry && (
            <Button variant="outline" size="sm" onClick={onRetry}>
              <RotateCcw aria-hidden="true" />
              {m.general_try_again()}
            </Button>
          )}
        </div>
      )}
      <input
        ref={input}
        type="file"
        accept={accept}
        tabIndex={-1}
        aria-hidden="true"
        className="hidden"
        onChange={(event) => {
          const chosen = event.target.files?.[0]
          // Reset, so that the same file can be chosen again after a failure.
          event.target.value = ''
          if (chosen) onFile(chosen)
        }}
      />
    </div>
  )
}

const NAME_LENGTH = 25

/** A file name in at most 25 characters, with its extension. */
export function truncateFileName(name: string) {
  const letters = Array.from(name)
  if (letters.length <= NAME_LENGTH) return name
  const ending = /\.[^.]{1,5}$/.exec(name)?.[0] ?? ''
  return `${letters.slice(0, NAME_LENGTH - 1 - ending.length).join('')}…${ending}`
}
