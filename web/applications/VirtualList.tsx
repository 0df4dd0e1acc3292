import type { Virtualizer } from '@tanstack/react-virtual'
import type { ReactNode, Ref } from 'react'

type VirtualListProps<Item> = {
  ref?: Ref<HTMLUListElement>
  items: readonly Item[]
  virtualizer: Virtualizer<Window, Element> | Virtualizer<HTMLDivElement, Element>
  /** Distance of the list from the top of the scrolled content, in pixels. */
  offset?: number
  children: (item: Item) => ReactNode
}

/** The visible items of a long list, announced as a whole by screen readers. */
export function VirtualList<Item>({ ref, items, virtualizer, offset = 0, children }: VirtualListProps<Item>) {
  return (
    <ul ref={ref} className="relative" style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map(({ key, index, start }) => {
        const item = items[index]
        return (
          item && (
            <li
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              aria-setsize={items.length}
              aria-posinset={index + 1}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${start - offset}px)` }}
            >
              {children(item)}
            </li>
          )
        )
      })}
    </ul>
  )
}
