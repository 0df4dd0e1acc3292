import { type ClipboardEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Chip } from './Chip.tsx'
import { cn } from './cn.ts'
import { useFieldControl } from './field-context.ts'
import { VisuallyHidden } from './VisuallyHidden.tsx'

type TagInputProps = {
  value: readonly string[]
  onChange: (tags: string[]) => void
  suggestions?: readonly string[] | undefined
  /** Called on every change of the text; the caller waits and fetches suggestions. */
  onQuery?: ((text: string) => void) | undefined
  max?: number | undefined
  maxLength?: number | undefined
  placeholder?: string | undefined
  /** Needed when there is no Field around it. */
  label?: string | undefined
  disabled?: boolean | undefined
  onBlur?: (() => void) | undefined
  className?: string | undefined
}

/**
 * Tags with suggestions. Enter or a comma adds, Backspace in the empty input removes the last one, arrows choose a
 * suggestion. Tags are trimmed and unique without regard to case; the input disappears at `max`.
 */
export function TagInput({
  value,
  onChange,
  suggestions = [],
  onQuery,
  max = 10,
  maxLength = 40,
  placeholder,
  label,
  disabled = false,
  onBlur,
  className,
}: TagInputProps) {
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [activeIndex, setActiveIndex] = useState(-1)
  const [announcement, setAnnouncement] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const listId = useId()
  const field = useFieldControl({})
  const isFull = value.length >= max
  const offered = suggestions.filter((suggestion) => !hasTag(value, suggestion)).slice(0, 8)
  const isListShown = isOpen && offered.length > 0
  const active = isListShown ? offered[activeIndex] : undefined

  // Near the lower edge of a page or dialog the list would open out of sight.
  useEffect(() => {
    if (isListShown) list.current?.scrollIntoView?.({ block: 'nearest' })
  }, [isListShown])

  function changeText(next: string) {
    setText(next)
    setOpen(true)
    setActiveIndex(-1)
    onQuery?.(next)
  }

  function add(entries: readonly string[]) {
    const next = [...value]
    for (const entry of entries) {
      const tag = entry.trim().slice(0, maxLength).trim()
      if (tag && next.length < max && !hasTag(next, tag)) next.push(tag)
    }
    const added = next.slice(value.length)
    changeText('')
    setOpen(false)
    if (added.length === 0) return
    onChange(next)
    setAnnouncement(`${added.join(', ')} added, ${next.length} of ${max}`)
    // The input is about to disappear: keep the keyboard inside the control.
    if (next.length >= max) box.current?.focus()
  }

  function remove(tag: string) {
    onChange(value.filter((other) => other !== tag))
    setAnnouncement(`${tag} removed`)
    requestAnimationFrame(() => (input.current ?? box.current)?.focus())
  }

  function handleKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return
    const last = value.at(-1)
    if (event.key === 'Enter' || event.key === ',') {
      if (event.key === ',' || text.trim() || active) event.preventDefault()
      if (active && event.key === 'Enter') add([active])
      else if (text.trim()) add([text])
    } else if (event.key === 'Backspace' && text === '' && last !== undefined) {
      remove(last)
    } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && offered.length > 0) {
      event.preventDefault()
      setOpen(true)
      const step = event.key === 'ArrowDown' ? 1 : -1
      setActiveIndex(
        isListShown ? wrap(activeIndex + step, offered.length) : step > 0 ? 0 : offered.length - 1,
      )
    } else if (event.key === 'Escape' && isListShown) {
      // Closes the list only, not the dialog around it.
      event.preventDefault()
      event.stopPropagation()
      setOpen(false)
    }
  }

  function handlePaste(event: ClipboardEvent<HTMLInputElement>) {
    const pasted = event.clipboardData.getData('text')
    if (!/[,\n;]/.test(pasted)) return
    event.preventDefault()
    add(`${text}${pasted}`.split(/[,\n;]/))
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only hears the focus leave the control as a whole.
    <div
      ref={box}
      tabIndex={-1}
      className={cn('relative min-w-0', className)}
      onBlur={(event) => {
        if (event.currentTarget.contains(event.relatedTarget)) return
        setOpen(false)
        if (text.trim()) add([text])
        onBlur?.()
      }}
    >
      {/* The frame looks like the input, so pressing it focuses the input. */}
      <div
        onPointerUp={(event) => {
          if (event.target === event.currentTarget) input.current?.focus()
        }}
        className={cn(
          'flex min-h-11 cursor-text flex-wrap items-center gap-1.5 rounded-control border border-control bg-surface px-2 py-1.5 transition-colors',
          'focus-within:border-primary focus-within:outline-2 focus-within:outline-focus focus-within:-outline-offset-1 hover:border-muted',
          field['aria-invalid'] && 'border-danger outline-danger',
          disabled && 'bg-sunken opacity-70',
        )}
      >
        {value.length > 0 && (
          <ul aria-label="Chosen" className="contents">
            {value.map((tag) => (
              <li key={tag} className="max-w-full">
                <Chip tone="primary" disabled={disabled} onRemove={() => remove(tag)}>
                  {tag}
                </Chip>
              </li>
            ))}
          </ul>
        )}
        {!isFull && (
          <input
            ref={input}
            {...field}
            role="combobox"
            type="text"
            aria-label={label}
            aria-autocomplete="list"
            aria-expanded={isListShown}
            aria-controls={isListShown ? listId : undefined}
            aria-activedescendant={active ? `${listId}-${activeIndex}` : undefined}
            autoComplete="off"
            autoCapitalize="none"
            enterKeyHint="done"
            value={text}
            maxLength={maxLength}
            disabled={disabled}
            placeholder={value.length === 0 ? placeholder : undefined}
            onChange={(event) => {
              // Phone keyboards send no key for a comma, only the text.
              if (event.target.value.includes(',')) add(event.target.value.split(','))
              else changeText(event.target.value)
            }}
            onKeyDown={handleKeyDown}
            onPaste={handlePaste}
            className="h-8 min-w-28 flex-1 bg-transparent px-1 text-base outline-none pointer-coarse:-my-1.5 pointer-coarse:h-11"
          />
        )}
        <span className="ml-auto self-end px-1 text-muted text-xs leading-8 tabular-nums" aria-hidden="true">
          {`${value.length} / ${max}`}
        </span>
      </div>
      {isListShown && (
        <div
          ref={list}
          id={listId}
          role="listbox"
          aria-label="Suggestions"
          className="absolute inset-x-0 top-full z-20 mt-1 max-h-64 scroll-my-3 overflow-y-auto rounded-control border border-line bg-raised p-1 shadow-raised"
        >
          {offered.map((suggestion, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys belong to the input, which keeps the focus.
            <div
              key={suggestion}
              id={`${listId}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === activeIndex}
              // The input keeps the focus, so that its blur does not take the half-typed text for a tag.
              onPointerDown={(event) => event.preventDefault()}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => add([suggestion])}
              className="flex min-h-9 cursor-pointer items-center rounded-[6px] px-3 text-sm hover:bg-hover aria-selected:bg-primary-soft aria-selected:text-primary pointer-coarse:min-h-11 forced-colors:aria-selected:outline-2"
            >
              {suggestion}
            </div>
          ))}
        </div>
      )}
      <span aria-live="polite">
        <VisuallyHidden>{announcement}</VisuallyHidden>
      </span>
    </div>
  )
}

function hasTag(tags: readonly string[], tag: string) {
  const wanted = tag.trim().toLocaleLowerCase('es')
  return tags.some((other) => other.trim().toLocaleLowerCase('es') === wanted)
}

function wrap(index: number, count: number) {
  return (index + count) % count
}
