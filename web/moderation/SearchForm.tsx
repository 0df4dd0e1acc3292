import { useState } from 'react'
import { m } from '#contract/texts.ts'
import { LIMITS } from '#contract/values.ts'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { TextInput } from '../ui/TextInput.tsx'

type SearchFormProps = { label: string; initial?: string; onSearch: (q: string) => void }

/** Searches on submit, not while typing: each look-up is a log entry. */
export function SearchForm({ label, initial = '', onSearch }: SearchFormProps) {
  const [typed, setTyped] = useState(initial)
  const [shown, setShown] = useState(initial)
  // Back, Forward and links change it too. A new `key` instead would lose the focus with each search.
  if (shown !== initial) {
    setShown(initial)
    setTyped(initial)
  }
  return (
    <form
      className="mb-6 flex max-w-md items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(typed.trim())
      }}
    >
      <Field label={label} className="flex-1">
        <TextInput
          type="search"
          maxLength={LIMITS.query}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </Field>
      <Button type="submit" variant="outline">
        {m.moderation_search()}
      </Button>
    </form>
  )
}
