import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ComponentProps } from 'react'
import { cn } from './cn.ts'
import { useFieldControl } from './field-context.ts'
import { inputStyles } from './TextInput.tsx'

type SelectProps = Omit<ComponentProps<'select'>, 'multiple' | 'size'> & {
  options?: readonly (string | { value: string; label: string; disabled?: boolean | undefined })[] | undefined
  /** Shown while nothing is chosen; no option of its own. */
  placeholder?: string | undefined
}

/** The native select with our styles: nothing is more robust on phones. */
export function Select({ options = [], placeholder, className, children, ...props }: SelectProps) {
  const uncontrolledStart = placeholder !== undefined && props.value === undefined ? '' : undefined
  return (
    <span className={cn('relative block min-w-0', className)}>
      <select
        {...props}
        {...useFieldControl(props)}
        defaultValue={props.value === undefined ? (props.defaultValue ?? uncontrolledStart) : undefined}
        className={cn(inputStyles, 'cursor-pointer appearance-none truncate pr-10')}
      >
        {placeholder !== undefined && (
          <option value="" disabled>
            {placeholder}
          </option>
        )}
        {options.map((option) => {
          const {
            value,
            label,
            disabled = false,
          } = typeof option === 'string' ? { value: option, label: option } : option
          return (
            <option key={value} value={value} disabled={disabled}>
              {label}
            </option>
          )
        })}
        {children}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3 size-5 -translate-y-1/2 text-muted"
      />
    </span>
  )
}
