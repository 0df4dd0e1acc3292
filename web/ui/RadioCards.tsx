import { type ReactNode, useId } from 'react'
import { cn } from './cn.ts'
import { useFieldGroup } from './field-context.ts'

type RadioCardsProps<Value extends string> = {
  options: readonly {
    value: Value
    label: string
    help?: ReactNode
    icon?: ReactNode
    disabled?: boolean | undefined
  }[]
  value: Value | undefined
  onChange: (value: Value) => void
  name?: string | undefined
}

export function RadioCards<Value extends string>({ options, value, onChange, name }: RadioCardsProps<Value>) {
  const group = useFieldGroup()
  const ownName = useId()
  const prefix = useId()
  return (
    <div
      role="radiogroup"
      aria-labelledby={group['aria-labelledby']}
      aria-describedby={group['aria-describedby']}
      aria-invalid={group.invalid || undefined}
      aria-required={group.required || undefined}
      className="grid gap-3 sm:grid-cols-2"
    >
      {options.map((option) => (
        <label
          key={option.value}
          htmlFor={`${prefix}-${option.value}`}
          className={cn(
            'flex min-h-11 cursor-pointer items-start gap-3 rounded-card border border-control bg-surface p-4 transition-colors',
            'hover:bg-hover has-checked:border-primary has-checked:bg-primary-soft has-checked:ring-1 has-checked:ring-primary',
            'has-disabled:cursor-not-allowed has-disabled:opacity-60 has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2',
            group.invalid && 'border-danger',
          )}
        >
          <input
            type="radio"
            id={`${prefix}-${option.value}`}
            name={name ?? ownName}
            value={option.value}
            checked={value === option.value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
            aria-describedby={option.help ? `${prefix}-${option.value}-help` : undefined}
            aria-labelledby={`${prefix}-${option.value}-label`}
            className="mt-0.5 size-5 shrink-0 cursor-[inherit] appearance-none rounded-full border-2 border-control bg-surface transition-[border-width,border-color] checked:border-6 checked:border-primary focus-visible:outline-none forced-colors:appearance-auto"
          />
          <span className="min-w-0 flex-1">
            <span className="flex items-start justify-between gap-3">
              <span id={`${prefix}-${option.value}-label`} className="block font-medium leading-6">
                {option.label}
              </span>
              {option.icon && (
                <span aria-hidden="true" className="text-primary [&_svg]:size-6">
                  {option.icon}
                </span>
              )}
            </span>
            {option.help && (
              <span id={`${prefix}-${option.value}-help`} className="block text-muted text-sm">
                {option.help}
              </span>
            )}
          </span>
        </label>
      ))}
    </div>
  )
}
