import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { cn } from './cn.ts'

type ChipProps = {
  children: ReactNode
  tone?: 'neutral' | 'primary' | 'green' | undefined
  /** Makes the chip a toggle. */
  pressed?: boolean | undefined
  onPressedChange?: ((pressed: boolean) => void) | undefined
  /** Adds a button with the accessible name 'Remove {removeLabel}'. */
  onRemove?: (() => void) | undefined
  /** Needed with `onRemove` unless the content is plain text. */
  removeLabel?: string | undefined
  disabled?: boolean | undefined
  className?: string | undefined
}

const base =
  'inline-flex h-7 max-w-full items-center gap-1 rounded-full border px-3 text-xs font-medium whitespace-nowrap'

const tones = {
  neutral: 'border-line bg-surface text-text',
  primary: 'border-transparent bg-primary-soft text-primary',
  green: 'border-transparent bg-green-bg text-green-ink',
}

/** A skill, a filter: plain, removable, or a toggle. */
export function Chip({
  children,
  tone = 'neutral',
  pressed,
  onPressedChange,
  onRemove,
  removeLabel,
  disabled,
  className,
}: ChipProps) {
  if (onPressedChange) {
    return (
      <button
        type="button"
        aria-pressed={pressed ?? false}
        disabled={disabled}
        onClick={() => onPressedChange(!pressed)}
        className={cn(
          base,
          'h-9 pointer-coarse:h-11 px-3.5 text-sm transition-colors disabled:opacity-50',
          pressed
            ? 'border-primary bg-primary text-primary-ink hover:bg-primary-strong forced-colors:outline-2'
            : 'border-control bg-surface text-text hover:border-primary hover:bg-hover',
          className,
        )}
      >
        {children}
      </button>
    )
  }
  const name = removeLabel ?? (typeof children === 'string' ? children : '')
  return (
    <span className={cn(base, tones[tone], onRemove && 'pr-0.5', className)}>
      <span className="truncate">{children}</span>
      {onRemove && (
        <button
          type="button"
          aria-label={`Remove ${name}`.trim()}
          disabled={disabled}
          onClick={onRemove}
          className="relative grid size-6 shrink-0 place-items-center rounded-full text-current opacity-80 after:absolute after:-inset-1 hover:bg-hover hover:opacity-100 pointer-coarse:after:-inset-2.5"
        >
          <X aria-hidden="true" className="size-3.5" />
        </button>
      )}
    </span>
  )
}
