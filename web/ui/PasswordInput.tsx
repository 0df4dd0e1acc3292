import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { type ComponentProps, useState } from 'react'
import { TextInput } from './TextInput.tsx'

type PasswordInputProps = Omit<ComponentProps<typeof TextInput>, 'type' | 'icon' | 'end'>

export function PasswordInput(props: PasswordInputProps) {
  const [isShown, setShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  const action = isShown ? 'Hide password' : 'Show password'
  return (
    <TextInput
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...props}
      type={isShown ? 'text' : 'password'}
      end={
        <button
          type="button"
          aria-label={action}
          title={action}
          onClick={() => setShown(!isShown)}
          className="grid place-items-center rounded-control text-muted hover:text-text focus-visible:-outline-offset-2"
        >
          <Icon aria-hidden="true" className="size-5" />
        </button>
      }
    />
  )
}
