import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { cn } from './cn.ts'
import { TextInput } from './TextInput.tsx'

type PasswordInputProps = Omit<ComponentProps<typeof TextInput>, 'type' | 'icon'>

export function PasswordInput({ className, ...props }: PasswordInputProps) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <span className="relative block">
      <TextInput
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...props}
        type={shown ? 'text' : 'password'}
        className={cn('pr-12', className)}
      />
      <button
        type="button"
        aria-label={shown ? 'Hide password' : 'Show password'}
        title={shown ? 'Hide password' : 'Show password'}
        onClick={() => setShown(!shown)}
        className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-control text-muted hover:text-text focus-visible:-outline-offset-2"
      >
        <Icon aria-hidden="true" className="size-5" />
      </button>
    </span>
  )
}
