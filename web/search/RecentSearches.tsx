import History from 'lucide-react/icons/history'
import X from 'lucide-react/icons/x'
import { type KeyboardEvent, type RefObject, useId, useState } from 'react'
import { m } from '#contract/texts.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { recentSearches } from './recent-searches.ts'

type RecentSearchesProps = {
  input: RefObject<HTMLInputElement | null>
  onChoose: (q: string) => void
  hint: string
}

/** The last searches on this device; arrow keys move through them, Delete removes one. */
export function RecentSearches({ input, onChoose, hint }: RecentSearchesProps) {
  const [recent, setRecent] = useState(recentSearches.list)
  const labelId = useId()
  if (recent.length === 0) return <p className="p-8 text-center text-muted">{hint}</p>

  function remove(q: string) {
    recentSearches.remove(q)
    setRecent(recentSearches.list())
    input.current?.focus()
  }

  function handleKeys(event: KeyboardEvent<HTMLElement>) {
    const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-search]')]
    const at = buttons.findIndex((button) => button.matches(':focus'))
    if (event.key === 'Delete' && recent[at] !== undefined) remove(recent[at])
    else if (event.key === 'ArrowDown') (buttons[at + 1] ?? buttons[at])?.focus()
    else if (event.key === 'ArrowUp') (buttons[at - 1] ?? input.current)?.focus()
    else return
    event.preventDefault()
  }

  return (
    <section aria-labelledby={labelId} className="py-2">
      <h3 id={labelId} className="px-4 pt-2 pb-1 font-sans font-semibold text-muted text-sm tracking-normal">
        {m.search_recent()}
      </h3>
      <ul onKeyDown={handleKeys}>
        {recent.map((q) => (
          <li key={q} className="flex items-center pr-2">
            <button
              type="button"
              data-search
              onClick={() => onChoose(q)}
              className="flex min-h-11 min-w-0 flex-1 items-center gap-3 px-4 text-left hover:bg-hover focus-visible:-outline-offset-2"
            >
              <History aria-hidden="true" className="size-5 shrink-0 text-muted" />
              <span className="truncate">{q}</span>
            </button>
            <IconButton label={m.search_recent_remove({ q })} onClick={() => remove(q)}>
              <X aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
    </section>
  )
}
