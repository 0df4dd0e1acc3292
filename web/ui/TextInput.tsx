import type { ComponentProps, ReactNode } from 'react'
import { cn } from './cn.ts'
import { useFieldControl } from './field-context.ts'

/** The look of everything that is typed into. 16 px text, or phones zoom in on focus. */
export const inputStyles = cn(
  'block min-h-11 w-full min-w-0 rounded-control border border-control bg-surface px-3 py-2 text-base text-text transition-colors',
  'hover:border-muted focus:border-primary focus:outline-2 focus:outline-focus focus:-outline-offset-1',
  'aria-invalid:border-danger aria-invalid:outline-danger',
  'read-only:bg-sunken disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted',
)

type TextInputProps = ComponentProps<'input'> & {
  /** An icon inside, at the start. */
  icon?: ReactNode
}

export function TextInput({ icon, className, type = 'text', ...props }: TextInputProps) {
  const input = (
    <input
      {...props}
      {...useFieldControl(props)}
      type={type}
      className={cn(inputStyles, icon !== undefined && 'pl-10', className)}
    />
  )
  if (icon === undefined) return input
  return (
    <span className="relative block min-w-0">
      {input}
      <span
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 left-3 grid place-items-center text-muted [&_svg]:size-5"
      >
        {icon}
      </span>
    </span>
  )
}
