import { type ComponentProps, cloneElement, useLayoutEffect, useRef, useState } from 'react'
import { m } from '#contract/texts.ts'
import { Chip } from './Chip.tsx'
import { cn } from './cn.ts'

type ChipListProps = {
  items: readonly string[]
  /** Maximum before '+N'; without it, as many as fit in one row by the estimated width. */
  max?: number | undefined
  /** Items to show first and in green. */
  highlighted?: readonly string[] | undefined
  /** Makes each a link, for pointers only: as tab stops they would add 40 to a list; the page of the card has them too. */
  linkOf?: ((item: string) => ComponentProps<typeof Chip>['link']) | undefined
  className?: string | undefined
}

/** Skills as chips in a row, the rest behind '+N', which expands them. */
export function ChipList({ items, max, highlighted = [], linkOf, className }: ChipListProps) {
  const [isExpanded, setExpanded] = useState(false)
  const [width, setWidth] = useState<number>()
  const list = useRef<HTMLUListElement>(null)
  const isMeasured = max === undefined

  useLayoutEffectInBrowser(() => {
    const element = list.current
    if (!(isMeasured && element)) return
    setWidth(element.clientWidth)
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [isMeasured])

  const marked = new Set(highlighted.map(fold))
  const ordered = [...items].sort((a, b) => Number(marked.has(fold(b))) - Number(marked.has(fold(a))))
  const room = max ?? countFitting(ordered, width ?? TYPICAL_WIDTH)
  const shown = isExpanded ? ordered : ordered.slice(0, room)
  const hiddenCount = ordered.length - shown.length
  if (items.length === 0) return null

  const chipOf = (item: string) => (
    <Chip
      tone={marked.has(fold(item)) ? 'green' : 'neutral'}
      link={linkOf && pointerOnly(linkOf(item))}
      className="min-w-0"
    >
      {item}
    </Chip>
  )
  return (
    <ul
      ref={list}
      aria-label={m.general_skills()}
      className={cn('flex min-w-0 flex-wrap items-center gap-1', className)}
    >
      {shown.slice(0, -1).map((item) => (
        <li key={item} className="max-w-full">
          {chipOf(item)}
        </li>
      ))}
      {/* '+N' shares an item with the last chip, so that it is never alone in a row. The key changes with the
          measured width: a reused element would visibly jump. */}
      <li key={`last of ${room}`} className="flex max-w-full items-center gap-1">
        {chipOf(shown.at(-1) ?? '')}
        {ordered.length > room && (
          <button
            type="button"
            aria-expanded={isExpanded}
            aria-label={isExpanded ? m.general_show_less() : m.general_show_more({ hiddenCount })}
            onClick={() => setExpanded(!isExpanded)}
            className="relative z-10 inline-flex h-7 shrink-0 items-center rounded-full px-2 font-medium text-primary text-xs after:absolute after:-inset-1 hover:bg-hover pointer-coarse:after:-inset-2"
          >
            {isExpanded ? m.general_less() : `+${hiddenCount}`}
          </button>
        )}
      </li>
    </ul>
  )
}

const pointerOnly = (link: ComponentProps<typeof Chip>['link']) =>
  link && cloneElement(link, { tabIndex: -1 })

// The width of the narrowest card, so that no list has a second row before it is measured.
const TYPICAL_WIDTH = 240

/** Estimated: 32 px and 7 per character for a chip, gaps of 4 px, and 40 px for '+N'. */
export function countFitting(items: readonly string[], width: number) {
  let used = 0
  let count = 0
  for (const item of items) {
    used += 32 + 7 * item.length + (count > 0 ? 4 : 0)
    if (used > width - 40) break
    count += 1
  }
  return items.length === 0 ? 0 : Math.max(count, 1)
}

function fold(text: string) {
  return text.trim().toLocaleLowerCase('es')
}

// React warns about layout effects on the server.
const useLayoutEffectInBrowser = typeof window === 'undefined' ? () => {} : useLayoutEffect
