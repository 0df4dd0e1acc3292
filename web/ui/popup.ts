import type { RefObject } from 'react'

type Place = RefObject<HTMLElement | null>

/** The look of everything that floats over the page. */
export const popupStyles =
  'rounded-[10px] border border-line bg-raised text-text shadow-raised outline-none transition-[opacity,scale] duration-120 origin-(--transform-origin) data-ending-style:scale-98 data-starting-style:scale-98 data-ending-style:opacity-0 data-starting-style:opacity-0'

export function isInside(anchor: Place, event: Event) {
  return event.target instanceof Node && anchor.current?.contains(event.target) === true
}

/**
 * Where the focus goes from a window that ends: back to its button, unless it has moved on meanwhile, into another
 * window or to a new page.
 */
export const focusAfter = (popup: Place, anchor: Place) => () => {
  const { activeElement, body } = document
  const isLeft = activeElement === null || activeElement === body || popup.current?.contains(activeElement)
  return isLeft ? anchor.current : false
}
