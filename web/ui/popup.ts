import type { RefObject } from 'react'

/** Shared by menus and popovers. */
export const popupStyles =
  'rounded-[10px] border border-line bg-raised text-text shadow-raised outline-none transition-[opacity,scale] duration-120 origin-(--transform-origin) data-ending-style:scale-98 data-starting-style:scale-98 data-ending-style:opacity-0 data-starting-style:opacity-0'

export function isInside(anchor: RefObject<HTMLElement | null>, event: Event) {
  return event.target instanceof Node && anchor.current?.contains(event.target) === true
}
