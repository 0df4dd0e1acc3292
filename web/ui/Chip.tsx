import X from 'lucide-react/icons/x'
import { cloneElement, type ReactElement, type ReactNode } from 'react'
import { m } from '#contract/texts.ts'
import { cn } from './cn.ts'
import { TONES, type Tone } from './Tag.tsx'

type ChipProps = {
  children: ReactNode
  tone?: 'neutral' | 'primary' | 'green' | undefined
  /** Makes the chip a toggle. */
  pressed?: boolean | undefined
  /** The colour of the pressed state. */
  pressedTone?: Tone | undefined
  onPressedChange?: ((pressed: boolean) => void) | undefined
  /** Adds a button 'Remove …', named by the text of the chip. */
  onRemove?: (() => void) | undefined
  /** Makes the chip a link: its element, without content. */
  link?: ReactElement<{ className?: string; tabIndex?: number; children?: ReactNode }> | undefined
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

const PRESSED = 'border-primary bg-primary text-primary-ink hover:bg-primary-strong'

/** A skill, a filter: plain, removable, or a toggle. */
export function Chip({
  children,
  tone = 'neutral',
  pressed,
  pressedTone,
  onPressedChange,
  onRemove,
  link,
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
            ? cn('forced-colors:outline-2', pressedTone ? `border-current ${TONES[pressedTone]}` : PRESSED)
            : 'border-control bg-surface text-text hover:border-primary hover:bg-hover',
          className,
        )}
      >
        {children}
      </button>
    )
  }
  if (link) {
    return cloneElement(link, {
      className: cn(
        base,
        tones[tone],
        // Above the link of a card.
        'relative z-10 no-underline transition-colors hover:border-primary hover:text-primary pointer-coarse:min-w-11 pointer-coarse:justify-center pointer-coarse:after:absolute pointer-coarse:after:-inset-y-2.25 pointer-coarse:after:inset-x-0',
        className,
      ),
      children: <span className="truncate">{children}</span>,
    })
  }
  const name = typeof children === 'string' ? children : ''
  return (
    <span className={cn(base, tones[tone], onRemove && 'pr-0.5', className)}>
      <span className="truncate">{children}</span>
      {onRemove && (
        <button
          type="button"
          aria-label={m.general_remove_named_chip({ name }).trim()}
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
