import { Combobox } from '@base-ui/react/combobox'
import CornerDownLeft from 'lucide-react/icons/corner-down-left'
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react'
import { m } from '#contract/texts.ts'
import { Chip } from './Chip.tsx'
import { cn } from './cn.ts'
import { useFieldControl, useFieldGroup } from './field-context.ts'
import { VisuallyHidden } from './VisuallyHidden.tsx'

type TagInputProps = {
  value: readonly string[]
  onChange: (tags: string[]) => void
  suggestions?: readonly string[] | undefined
  /** The query of the suggestions; for a newer text Enter chooses none of them. */
  suggestedFor?: string | undefined
  /** Called on every change of the text; the caller debounces and fetches suggestions. */
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

const SHOWN_SUGGESTIONS = 8

/**
 * Tags with suggestions. Enter chooses the one that starts with the input; without one Enter, and always a comma or
 * blur, adds the input. Tags are trimmed and unique without
 * regard to case; a too long text stays in the input, which disappears at `max`.
 */
export function TagInput({
  value,
  onChange,
  suggestions = [],
  suggestedFor,
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
  const [announcement, setAnnouncement] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const highlighted = useRef<string>(undefined)
  const field = useFieldControl({})
  const { 'aria-labelledby': labelledBy } = useFieldGroup()
  const typed = fold(text)
  const offered = suggestions
    .filter((suggestion) => !hasTag(value, suggestion))
    .sort((one, other) => closeness(one, typed) - closeness(other, typed))
    .slice(0, SHOWN_SUGGESTIONS)
  // The combobox highlights it on a change of the text only, not on its later arrival.
  const completion =
    suggestedFor === text && offered[0] !== undefined && closeness(offered[0], typed) < 2
      ? offered[0]
      : undefined
  const isListShown = isOpen && offered.length > 0
  const isTooLong = text.trim().length > maxLength

  function changeText(next: string) {
    setText(next)
    setOpen(next !== '')
    onQuery?.(next)
  }

  function add(entries: readonly string[]) {
    const next = [...value]
    const tags = entries.map((entry) => entry.trim())
    for (const tag of tags) {
      if (tag && tag.length <= maxLength && next.length < max && !hasTag(next, tag)) next.push(tag)
    }
    const added = next.slice(value.length)
    // A too long text stays, to be shortened.
    changeText(next.length < max ? (tags.find((tag) => tag.length > maxLength) ?? '') : '')
    if (added.length === 0) return
    onChange(next)
    setAnnouncement(m.general_tags_added({ join: added.join(', '), length: next.length, max }))
    // The input is about to disappear: keep the keyboard inside the control.
    if (next.length >= max) box.current?.focus()
  }

  function remove(tag: string) {
    onChange(value.filter((other) => other !== tag))
    setAnnouncement(m.general_tag_removed({ tag }))
    requestAnimationFrame(() => (input.current ?? box.current)?.focus())
  }

  function handleValueChange(next: string[]) {
    const removed = value.find((tag) => !next.includes(tag))
    if (removed === undefined) add(next.slice(value.length))
    else remove(removed)
  }

  function handleKeyDown(event: KeyboardEvent<HTMLInputElement> & { preventBaseUIHandler: () => void }) {
    if (event.nativeEvent.isComposing) return
    if (
      event.key === ',' ||
      (event.key === 'Enter' && text.trim() && !(isListShown && highlighted.current))
    ) {
      event.preventDefault()
      event.preventBaseUIHandler()
      add([(event.key === 'Enter' && isListShown && completion) || text])
    } else if (event.key === 'Escape' && !isListShown) {
      // The combobox would remove all tags; the key belongs to the dialog around it.
      event.preventBaseUIHandler()
    }
  }

  function handlePaste(event: ClipboardEvent<HTMLInputElement>) {
    const pasted = event.clipboardData.getData('text')
    if (!/[,\n;]/.test(pasted)) return
    event.preventDefault()
    add(`${text}${pasted}`.split(/[,\n;]/))
  }

  return (
    <Combobox.Root
      multiple
      items={offered}
      filter={null}
      value={value}
      onValueChange={handleValueChange}
      inputValue={text}
      onInputValueChange={(next, { reason }) => {
        if (reason !== 'input-change') return
        // Phone keyboards send no key for a comma, only the text.
        if (next.includes(',')) add(next.split(','))
        else changeText(next)
      }}
      open={isListShown}
      autoHighlight={completion !== undefined}
      onOpenChange={setOpen}
      openOnInputClick={false}
      onItemHighlighted={(item) => {
        highlighted.current = item
      }}
      disabled={disabled}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only observes the focus leaving the whole control. */}
      <div
        ref={box}
        tabIndex={-1}
        className={cn('min-w-0', className)}
        onBlur={(event) => {
          if (event.currentTarget.contains(event.relatedTarget)) return
          setOpen(false)
          if (text.trim()) add([text])
          onBlur?.()
        }}
      >
        <Combobox.Chips
          className={cn(
            'flex min-h-11 cursor-text flex-wrap items-center gap-1.5 rounded-control border border-control bg-surface px-2 py-1.5 transition-colors',
            'focus-within:border-primary focus-within:outline-2 focus-within:outline-focus focus-within:-outline-offset-1 hover:border-muted',
            (isTooLong || field['aria-invalid']) && 'border-danger outline-danger',
            disabled && 'bg-sunken opacity-70',
          )}
        >
          {value.length > 0 && (
            <ul aria-label={m.general_chosen()} className="contents">
              {value.map((tag) => (
                <Combobox.Chip key={tag} render={<li className="max-w-full" />}>
                  <Chip tone="primary" disabled={disabled} onRemove={() => remove(tag)}>
                    {tag}
                  </Chip>
                </Combobox.Chip>
              ))}
            </ul>
          )}
          {value.length < max && (
            <Combobox.Input
              ref={input}
              {...field}
              aria-label={label}
              // By reference, because the open list hides everything else from screen readers, the label too.
              aria-labelledby={label ? undefined : labelledBy}
              autoCapitalize="none"
              enterKeyHint="done"
              aria-invalid={isTooLong || field['aria-invalid']}
              placeholder={value.length === 0 ? placeholder : undefined}
              onKeyDown={handleKeyDown}
              onPaste={handlePaste}
              className="h-8 min-w-28 flex-1 bg-transparent px-1 text-base outline-none pointer-coarse:-my-1.5 pointer-coarse:h-11"
            />
          )}
          <span
            className="ml-auto self-end px-1 text-muted text-xs tabular-nums leading-8"
            aria-hidden="true"
          >
            {`${value.length} / ${max}`}
          </span>
        </Combobox.Chips>
        {isTooLong && (
          <p role="alert" className="mt-1 text-danger text-sm">
            {m.general_max_characters({ max: maxLength })}
          </p>
        )}
        <span aria-live="polite">
          <VisuallyHidden>{announcement}</VisuallyHidden>
        </span>
      </div>
      <Combobox.Portal>
        <Combobox.Positioner anchor={box} sideOffset={4} collisionPadding={8} className="z-50">
          <Combobox.Popup className="w-(--anchor-width) rounded-control border border-line bg-raised shadow-raised">
            <Combobox.List
              aria-label={m.general_suggestions()}
              className="max-h-[min(16rem,var(--available-height))] scroll-py-1 overflow-y-auto overscroll-contain p-1"
            >
              {(suggestion: string) => (
                <Combobox.Item
                  key={suggestion}
                  value={suggestion}
                  className="flex min-h-9 cursor-pointer items-center rounded-[6px] px-3 text-sm data-highlighted:bg-primary-soft data-highlighted:text-primary pointer-coarse:min-h-11 forced-colors:data-highlighted:outline-2"
                >
                  {suggestion}
                  {suggestion === completion && (
                    <CornerDownLeft aria-hidden="true" className="ml-auto size-4 shrink-0 text-muted" />
                  )}
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  )
}

function hasTag(tags: readonly string[], tag: string) {
  const wanted = fold(tag)
  return tags.some((other) => fold(other) === wanted)
}

const fold = (text: string) => text.trim().toLocaleLowerCase('es')

/** 0 for the same word, 1 for one that starts with it, 2 for the rest. */
function closeness(suggestion: string, typed: string) {
  const word = fold(suggestion)
  if (word === typed) return 0
  return typed !== '' && word.startsWith(typed) ? 1 : 2
}
