import SearchIcon from 'lucide-react/icons/search'
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { m } from '#contract/texts.ts'
import { LIMITS } from '#contract/values.ts'
import { Button } from '../ui/Button.tsx'
import { cn } from '../ui/cn.ts'
import { Select } from '../ui/Select.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { optionId } from './option-id.ts'
import { optionAfterKey, optionsIn } from './option-keys.ts'
import { SearchPanel } from './SearchPanel.tsx'
import {
  KIND_LABELS,
  readSearch,
  SEARCH_KINDS,
  type Search,
  type SearchKind,
  writeSearch,
} from './search-params.ts'

/**
 * The search of the home page: a form that works without JavaScript, a combobox for the keyboard, and
 * its state in the URL. The panel closes on Escape and on a press elsewhere.
 */
export function SearchBox({ className }: { className?: string }) {
  const [parameters, setParameters] = useSearchParams()
  const navigate = useNavigate()
  const search = readSearch(parameters)
  const [isClosed, setClosed] = useState(false)
  const [active, setActive] = useState(-1)
  const box = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const panelId = useId()
  const kind = useRef<HTMLSelectElement>(null)
  const shownKind = useRef(search.kind)
  const shownQuery = useRef(search.q)
  const isOpen = search.q !== '' && !isClosed

  // Not a controlled select: hydration would reset an earlier choice.
  useEffect(() => {
    if (shownKind.current === search.kind) return
    shownKind.current = search.kind
    if (kind.current) kind.current.value = search.kind
    if (input.current) input.current.value = search.q
  }, [search.kind, search.q])

  // Another search from the header, or the browser's Back.
  useEffect(() => {
    if (shownQuery.current === search.q) return
    shownQuery.current = search.q
    if (search.q === '' || input.current?.value.trim() === search.q) return
    if (input.current) input.current.value = search.q
    setClosed(false)
  }, [search.q])

  useEffect(() => {
    if (!isOpen) return
    const closeOutside = (event: PointerEvent) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setClosed(true)
    }
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [isOpen])

  const show = (next: Search) => {
    setActive(-1)
    setClosed(false)
    setParameters(writeSearch(next), { replace: true, preventScrollReset: true })
  }

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const q = String(form.get('q')).trim()
    if (q !== '') {
      const chosen = SEARCH_KINDS.find((one) => one === form.get('in')) ?? search.kind
      show(chosen === search.kind ? { ...search, q } : { q, kind: chosen, sort: 'latest' })
      // On a phone the results would start below the fold.
      if (matchMedia('(width < 40rem)').matches) box.current?.scrollIntoView()
    }
    // Only spaces: cleared, so that the browser shows its own hint.
    else if (input.current) {
      input.current.value = ''
      input.current.reportValidity()
    }
  }

  /** Keeps the text, so that typing while the URL changes loses nothing. */
  const handleKind = (kind: SearchKind) => {
    shownKind.current = kind
    setActive(-1)
    setClosed(true)
    setParameters(writeSearch({ q: '', kind, sort: 'latest' }), { replace: true, preventScrollReset: true })
  }

  const handleKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key === 'Escape' && isOpen) {
      event.preventDefault()
      // Otherwise the focus would open it again.
      input.current?.focus()
      setClosed(true)
    }
  }

  /** Arrow keys move through the results, Enter opens the active one. */
  const handleInputKeys = (event: KeyboardEvent<HTMLInputElement>) => {
    if (!isOpen) return
    const options = optionsIn(box.current)
    const next = optionAfterKey(event, options, active)
    if (next !== undefined) {
      setActive(next)
    } else if (event.key === 'Enter' && active >= 0) {
      const target = options[active]?.getAttribute('href')
      if (!target) return
      event.preventDefault()
      void navigate(target)
    }
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles Escape of all focusable children
    <div ref={box} className={cn('relative text-left', className)} onKeyDown={handleKeyDown}>
      <search>
        <form
          onSubmit={handleSubmit}
          action="/"
          className="flex flex-col gap-2 rounded-card border border-line bg-raised p-2 shadow-raised sm:flex-row sm:items-center"
        >
          <Select
            name="in"
            aria-label={m.search_in()}
            ref={kind}
            defaultValue={search.kind}
            onChange={(event) => handleKind(event.target.value as SearchKind)}
            options={SEARCH_KINDS.map((kind) => ({ value: kind, label: KIND_LABELS[kind]() }))}
            className="sm:w-40"
          />
          <TextInput
            ref={input}
            name="q"
            type="search"
            required
            maxLength={LIMITS.query}
            defaultValue={search.q}
            placeholder={m.search_placeholder()}
            aria-label={m.search_label()}
            role="combobox"
            aria-expanded={isOpen}
            aria-controls={panelId}
            aria-autocomplete="none"
            aria-activedescendant={isOpen && active >= 0 ? optionId(panelId, active) : undefined}
            autoComplete="off"
            enterKeyHint="search"
            onKeyDown={handleInputKeys}
            onChange={() => setActive(-1)}
            onFocus={() => search.q !== '' && input.current?.value === search.q && setClosed(false)}
            className="sm:flex-1"
          />
          <Button type="submit" size="lg" className="sm:min-h-11">
            <SearchIcon aria-hidden="true" />
            {m.search_label()}
          </Button>
        </form>
      </search>
      {isOpen && <SearchPanel id={panelId} search={search} active={active} onChange={show} />}
    </div>
  )
}
