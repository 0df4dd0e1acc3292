import { type ComponentProps, type ReactNode, useId } from 'react'
import { cn } from './cn.ts'

type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'role' | 'children' | 'onChange'> & {
  label: ReactNode
  checked: boolean
  onCheckedChange: (checked: boolean) => void
}

export function Switch({ label, checked, onCheckedChange, className, ...props }: SwitchProps) {
  const ownId = useId()
  const id = props.id ?? ownId
  return (
    <label
      htmlFor={id}
      className={cn(
        'flex cursor-pointer items-center justify-between gap-4 py-1 text-sm has-disabled:cursor-not-allowed has-disabled:opacity-60 pointer-coarse:min-h-11',
        className,
      )}
    >
      <span className="min-w-0">{label}</span>
      <span className="relative inline-flex h-6 w-10 shrink-0">
        <input
          {...props}
          id={id}
          type="checkbox"
          role="switch"
          checked={checked}
          aria-checked={checked}
          onChange={(event) => onCheckedChange(event.target.checked)}
          className="peer h-6 w-10 cursor-[inherit] appearance-none rounded-full border-2 border-control bg-sunken transition-colors checked:border-primary checked:bg-primary forced-colors:checked:bg-[Highlight]"
        />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute top-1.5 left-1.5 size-3 rounded-full bg-control transition-transform peer-checked:translate-x-4 peer-checked:bg-primary-ink forced-colors:bg-[ButtonText]"
        />
      </span>
    </label>
  )
}
