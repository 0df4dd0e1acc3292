import type { ComponentProps, ReactNode } from 'react'
import { cn } from './cn.ts'
import { useFieldControl } from './field-context.ts'

/** Shared by inputs, text areas and selects. 16 px text, or phones zoom in on focus. */
export const inputStyles = cn(
  'block min-h-11 w-full min-w-0 rounded-control border border-control bg-surface px-3 py-2 text-base text-text transition-colors',
  'hover:border-muted focus:border-primary focus:outline-2 focus:outline-focus focus:-outline-offset-1',
  'aria-invalid:border-danger aria-invalid:outline-danger',
  'disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted',
)

type TextInputProps = ComponentProps<'input'> & {
  /** An icon at the start. */
  icon?: ReactNode
  /** A button at the end. */
  end?: ReactNode
}

export function TextInput({ icon, end, className, type = 'text', ...props }: TextInputProps) {
  const control = { ...props, ...useFieldControl(props), type }
  if (!(icon || end))
    return <input {...control} className={cn(inputStyles, 'read-only:bg-sunken', className)} />
  return (
    <span className={cn('relative block min-w-0', className)}>
      <input
        {...control}
        className={cn(inputStyles, 'read-only:bg-sunken', icon && 'pl-10', end && 'pr-12')}
      />
      {icon && (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 left-3 grid place-items-center text-muted [&_svg]:size-5"
        >
          {icon}
        </span>
      )}
      {end && <span className="absolute inset-y-0 right-0 grid w-11">{end}</span>}
    </span>
  )
}
