import CircleAlert from 'lucide-react/icons/circle-alert'
import { type ReactNode, useId } from 'react'
import { cn } from './cn.ts'
import { FieldContext } from './field-context.ts'

type FieldProps = {
  label: ReactNode
  /** One control of this folder; it reads id, description and state from the context. */
  children: ReactNode
  help?: ReactNode
  /** Replaces the help. */
  error?: ReactNode
  required?: boolean | undefined
  /** For a child of several controls (RadioCards, MonthPicker). */
  group?: boolean | undefined
  /** Keeps the label for screen readers only. */
  hideLabel?: boolean | undefined
  /** On the right of the label: a counter, a link. */
  aside?: ReactNode
  className?: string | undefined
}

export function Field({
  label,
  children,
  help,
  error,
  required = false,
  group,
  hideLabel,
  aside,
  className,
}: FieldProps) {
  const id = useId()
  const messageId = `${id}-message`
  const labelId = `${id}-label`
  const hasMessage = Boolean(error || help)
  const labelClass = cn(
    'font-medium text-sm text-text',
    // Not announced: the control itself is marked as required.
    required && "after:ml-1 after:text-danger after:content-['*'_/_'']",
    hideLabel && 'sr-only',
  )
  return (
    <div className={cn('flex min-w-0 flex-col gap-1.5', className)}>
      {(!hideLabel || aside) && (
        <div className="flex items-baseline justify-between gap-3">
          {group ? (
            <span id={labelId} className={labelClass}>
              {label}
            </span>
          ) : (
            <label id={labelId} htmlFor={`${id}-control`} className={labelClass}>
              {label}
            </label>
          )}
          {aside && <span className="text-muted text-xs">{aside}</span>}
        </div>
      )}
      {hideLabel && !aside && (
        <label id={labelId} htmlFor={group ? undefined : `${id}-control`} className="sr-only">
          {label}
        </label>
      )}
      <FieldContext
        value={{
          controlId: `${id}-control`,
          labelId,
          describedBy: hasMessage ? messageId : undefined,
          invalid: Boolean(error),
          required,
        }}
      >
        {children}
      </FieldContext>
      {/* Always rendered: screen readers announce changes of an existing live region only. */}
      <p
        id={messageId}
        aria-live="polite"
        className={cn(
          'text-sm',
          error ? 'text-danger' : 'text-muted',
          hasMessage ? '[[data-counted]+&]:-mt-6.5 [[data-counted]+&]:mr-24' : 'hidden',
        )}
      >
        {error ? (
          <span className="flex items-start gap-1.5">
            <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            <span>{error}</span>
          </span>
        ) : (
          help
        )}
      </p>
    </div>
  )
}
