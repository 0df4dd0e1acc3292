import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { type ComponentProps, useState } from 'react'
import { m } from '#contract/texts.ts'
import { TextInput } from './TextInput.tsx'

type PasswordInputProps = Omit<ComponentProps<typeof TextInput>, 'type' | 'icon' | 'end'> & {
  /** The position among the passwords of the form, for distinct button names that do not contain the label of a field. */
  ordinal?: 1 | 2 | 3
}

export function PasswordInput({ ordinal = 1, ...props }: PasswordInputProps) {
  const [isShown, setShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  const action = isShown ? m.general_hide_password({ ordinal }) : m.general_show_password({ ordinal })
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
