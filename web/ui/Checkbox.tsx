import Check from 'lucide-react/icons/check'
import Minus from 'lucide-react/icons/minus'
import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react'
import { cn } from './cn.ts'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'children' | 'ref'> & {
  label: ReactNode
  help?: ReactNode
  error?: string | undefined
  indeterminate?: boolean | undefined
  ref?: ((element: HTMLInputElement | null) => void) | undefined
}

export function Checkbox({
  label,
  help,
  error,
  indeterminate = false,
  className,
  ref,
  ...props
}: CheckboxProps) {
  const ownId = useId()
  const id = props.id ?? ownId
  const messageId = `${id}-message`
  const message = error || help
  const input = useRef<HTMLInputElement | null>(null)

  useEffect(() => {
    if (input.current) input.current.indeterminate = indeterminate
  }, [indeterminate])

  return (
    <div className={cn('min-w-0', className)}>
      <label
        htmlFor={id}
        className="flex cursor-pointer items-start gap-3 py-1 text-sm leading-5 has-disabled:cursor-not-allowed has-disabled:opacity-60 pointer-coarse:py-3"
      >
        <span className="relative grid size-5 shrink-0 place-items-center">
          <input
            {...props}
            id={id}
            ref={(element) => {
              input.current = element
              ref?.(element)
            }}
            type="checkbox"
            aria-describedby={message ? messageId : props['aria-describedby']}
            aria-invalid={error ? true : undefined}
            className="peer size-5 cursor-[inherit] appearance-none rounded-[5px] border-2 border-control bg-surface transition-colors checked:border-primary checked:bg-primary indeterminate:border-primary indeterminate:bg-primary aria-invalid:border-danger forced-colors:appearance-auto"
          />
          <Check
            aria-hidden="true"
            strokeWidth={3}
            className="pointer-events-none absolute size-3.5 text-primary-ink opacity-0 peer-checked:opacity-100 peer-indeterminate:opacity-0 forced-colors:hidden"
          />
          <Minus
            aria-hidden="true"
            strokeWidth={3}
            className="pointer-events-none absolute size-3.5 text-primary-ink opacity-0 peer-indeterminate:opacity-100 forced-colors:hidden"
          />
        </span>
        <span className="min-w-0">{label}</span>
      </label>
      {message && (
        <p id={messageId} className={cn('pl-8 text-sm', error ? 'text-danger' : 'text-muted')}>
          {message}
        </p>
      )}
    </div>
  )
}
