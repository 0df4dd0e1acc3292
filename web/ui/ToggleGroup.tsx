import type { ReactNode } from 'react'
import { cn } from './cn.ts'

type ToggleGroupProps<Value extends string> = {
  /** Accessible name: 'Sort order'. */
  label: string
  options: readonly { value: Value; label: string; icon?: ReactNode }[]
  value: Value
  onChange: (value: Value) => void
  /** Shows only the icons; the labels stay as accessible names. */
  iconsOnly?: boolean | undefined
  className?: string | undefined
}

/** A choice of few visible options: Latest or Oldest, list or grid. */
export function ToggleGroup<Value extends string>({
  label,
  options,
  value,
  onChange,
  iconsOnly,
  className,
}: ToggleGroupProps<Value>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset brings a legend and styles of its own.
    <div
      role="group"
      aria-label={label}
      className={cn('inline-flex shrink-0 rounded-control border border-control bg-surface p-0.5', className)}
    >
      {options.map((option) => {
        const isPressed = option.value === value
        return (
          <button
            key={option.value}
            type="button"
            aria-pressed={isPressed}
            aria-label={iconsOnly ? option.label : undefined}
            title={iconsOnly ? option.label : undefined}
            onClick={() => onChange(option.value)}
            className={cn(
              'inline-flex min-h-8.5 items-center justify-center gap-2 rounded-[6px] px-3 font-medium text-sm transition-colors pointer-coarse:min-h-11 [&_svg]:size-5',
              iconsOnly && 'px-2 pointer-coarse:min-w-11',
              isPressed
                ? 'bg-primary text-primary-ink forced-colors:outline-2'
                : 'text-muted hover:bg-hover hover:text-text',
            )}
          >
            {option.icon && (
              <span aria-hidden="true" className="inline-flex">
                {option.icon}
              </span>
            )}
            {!iconsOnly && option.label}
          </button>
        )
      })}
    </div>
  )
}
