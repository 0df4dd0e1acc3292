import SearchIcon from 'lucide-react/icons/search'
import { useEffect, useRef, useState } from 'react'
import { m } from '#contract/texts.ts'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { prefetch } from '../ui/lazy-import.ts'
// Imported for its listener.
import '../search/forget-searches.ts'

const SearchOverlay = lazyDialog(() => import('../search/SearchOverlay.tsx'))
const prefetchOverlay = () => prefetch(SearchOverlay.code)

/** Opens the search from any page, like `/` and Ctrl or Cmd K (FLOW-02). */
export function HeaderSearch() {
  const [isOpen, setOpen] = useState(false)
  /** Before its field has the focus. */
  const [typed, setTyped] = useState('')
  const button = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    function handleKey(event: KeyboardEvent) {
      // The header is inert behind a modal dialog.
      const isBehindModal = button.current?.closest('[aria-hidden="true"], [inert]')
      const isOpening = isOpen && !isInDialog(event.target)
      if (event.defaultPrevented || (isBehindModal && !isOpening)) return
      if (isOpening ? !isCharacter(event) : !isShortcut(event)) return
      event.preventDefault()
      if (isOpening) setTyped((before) => before + event.key)
      else setOpen(true)
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [isOpen])

  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={m.search_everywhere()}
        title={m.search_everywhere()}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-keyshortcuts="/ Control+K Meta+K"
        onPointerEnter={prefetchOverlay}
        onFocus={prefetchOverlay}
        onClick={() => setOpen(true)}
        className="inline-flex size-11 shrink-0 items-center justify-center gap-2 rounded-control text-sm transition-colors hover:bg-hover lg:w-auto lg:border lg:border-control lg:px-3 lg:text-muted"
      >
        <SearchIcon aria-hidden="true" className="size-5" />
        <span className="max-wide:hidden">{m.search_label()}</span>
        <kbd className="rounded-sm border border-line px-1.5 text-xs max-lg:hidden">/</kbd>
      </button>
      <SearchOverlay
        open={isOpen}
        onOpenChange={(next) => {
          setOpen(next)
          setTyped('')
        }}
        typed={typed}
      />
    </>
  )
}

function isShortcut({ key, ctrlKey, metaKey, altKey, shiftKey, target }: KeyboardEvent) {
  if (key.toLowerCase() === 'k') return (ctrlKey || metaKey) && !altKey && !shiftKey
  return key === '/' && !ctrlKey && !metaKey && !altKey && !isField(target)
}

const isCharacter = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  key.length === 1 && !ctrlKey && !metaKey && !altKey

const isInDialog = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[role="dialog"]') !== null

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
