import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { useQuery } from '@tanstack/react-query'
import SearchIcon from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { m } from '#contract/texts.ts'
import { LIMITS } from '#contract/values.ts'
import { useAuth } from '../lib/auth.ts'
import { useOnline } from '../lib/use-online.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { everywhereQuery } from './everywhere.api.ts'
import { GroupedResults } from './GroupedResults.tsx'
import { optionId } from './option-id.ts'
import { optionAfterKey, optionsIn } from './option-keys.ts'
import { RecentSearches } from './RecentSearches.tsx'
import { recentSearches } from './recent-searches.ts'

const DEBOUNCE_MS = 250

type EverywhereSearchProps = {
  input: RefObject<HTMLInputElement | null>
  onClose: () => void
  /** Before the field had the focus. */
  typedBefore: string
}

/** A combobox with results of all kinds: the focus stays in the field, arrow keys move through the results. */
export function EverywhereSearch({ input, onClose, typedBefore }: EverywhereSearchProps) {
  const who = useAuth()
  const isOnline = useOnline()
  const [text, setText] = useState('')
  const [debounced, setDebounced] = useState('')
  const [active, setActive] = useState(-1)
  const box = useRef<HTMLDivElement>(null)
  const listId = useId()
  const typed = text.trim()
  const found = useQuery(everywhereQuery(debounced, who))
  const data = typed === '' ? undefined : found.data
  const total = data?.groups.reduce((sum, { page }) => sum + page.total, 0) ?? 0
  const isCurrent = data?.q === typed
  const isFailed = typed !== '' && found.isError
  const failure = isFailed ? found.error : isCurrent ? data.failure : undefined

  useEffect(() => {
    const timer = setTimeout(() => setDebounced(typed), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed])

  useEffect(() => setText(typedBefore), [typedBefore])

  function change(next: string) {
    setText(next)
    setActive(-1)
  }

  function search(q: string) {
    change(q)
    setDebounced(q)
    input.current?.focus()
  }

  /** The search stays open when a result opens in a new tab. */
  function handleOpen({ ctrlKey, metaKey, shiftKey }: MouseEvent) {
    recentSearches.add(data?.q ?? '')
    if (!(ctrlKey || metaKey || shiftKey)) onClose()
  }

  function handleKeys(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return
    const options = optionsIn(box.current)
    const next = optionAfterKey(event, options, active)
    if (next !== undefined) {
      setActive(next)
      if (typed === '' && event.key === 'ArrowDown')
        box.current?.querySelector<HTMLElement>('[data-search]')?.focus()
    } else if (event.key === 'Enter') {
      event.preventDefault()
      if (options[active]) options[active].click()
      else if (isCurrent && options.length > 0) setActive(0)
      else setDebounced(typed)
    }
  }

  return (
    <search className="flex min-h-0 flex-1 flex-col">
      <div className="flex shrink-0 items-center gap-2 border-line border-b p-2 sm:pl-4">
        <SearchIcon aria-hidden="true" className="size-5 shrink-0 text-muted max-sm:hidden" />
        <input
          ref={input}
          type="search"
          value={text}
          onChange={(event) => change(event.target.value)}
          onKeyDown={handleKeys}
          maxLength={LIMITS.query}
          placeholder={m.search_everywhere_placeholder()}
          aria-label={m.search_everywhere()}
          role="combobox"
          aria-expanded={data !== undefined && total > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active >= 0 ? optionId(listId, active) : undefined}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          className="h-11 min-w-0 flex-1 rounded-control bg-transparent px-3 text-base [&::-webkit-search-cancel-button]:hidden"
        />
        <BaseDialog.Close
          render={
            <IconButton label={m.general_close()}>
              <X aria-hidden="true" />
            </IconButton>
          }
        />
      </div>
      <p role="status" className="sr-only">
        {isCurrent && m.search_found({ total })}
      </p>
      <div
        ref={box}
        aria-busy={typed !== '' && !isCurrent && !isFailed}
        className="scroll-quiet min-h-40 flex-1 overflow-y-auto overscroll-contain"
      >
        {typed === '' && <RecentSearches input={input} onChoose={search} hint={hintFor(who.role)} />}
        {typed !== '' && !data && !isFailed && (
          <div className="grid min-h-40 place-items-center">
            <Spinner label={m.search_searching()} />
          </div>
        )}
        {data && total > 0 && (
          <GroupedResults id={listId} q={data.q} groups={data.groups} active={active} onOpen={handleOpen} />
        )}
        {isCurrent && total === 0 && !failure && (
          <p className="break-words p-8 text-center text-muted">{m.search_everywhere_none({ q: data.q })}</p>
        )}
        {failure && (
          <ErrorState
            compact
            message={isOnline ? failure.message : m.search_offline()}
            onRetry={() => void found.refetch()}
            retrying={found.isFetching}
          />
        )}
      </div>
      <p className="shrink-0 border-line border-t px-4 py-2 text-muted text-xs max-sm:hidden pointer-coarse:hidden">
        {m.search_keys()}
      </p>
    </search>
  )
}

const hintFor = (role: 'developer' | 'recruiter' | undefined) =>
  role === 'recruiter' ? m.search_everywhere_hint_recruiter() : m.search_everywhere_hint()
