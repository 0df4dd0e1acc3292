import { cn } from './cn.ts'

type ProgressBarProps = {
  /** From 0 to `max`; undefined when indeterminate. */
  value: number | undefined
  max?: number | undefined
  label: string
  /** Announced instead of a percentage: '2 / 4'. */
  valueText?: string | undefined
  className?: string | undefined
}

export function ProgressBar({ value, max = 100, label, valueText, className }: ProgressBarProps) {
  const share = value === undefined ? undefined : Math.min(Math.max(value / max, 0), 1)
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      aria-valuetext={valueText}
      className={cn(
        'h-2 w-full overflow-hidden rounded-full border border-transparent bg-neutral-bg',
        className,
      )}
    >
      <div
        className={cn(
          'h-full origin-left rounded-full bg-primary transition-[width] duration-200 forced-colors:bg-[Highlight]',
          share === undefined && 'w-1/3 animate-shimmer',
        )}
        style={share === undefined ? undefined : { width: `${share * 100}%` }}
      />
    </div>
  )
}
