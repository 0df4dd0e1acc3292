import { type RefObject, useEffect } from 'react'

/** Scrolls an overflowing row sideways to its active child. */
export function useScrolledTo(row: RefObject<HTMLElement | null>, activeIndex: number): void {
  useEffect(() => {
    const bar = row.current
    const active = bar?.children[activeIndex]
    // Not scrollIntoView: it scrolls the page, too.
    if (!(bar && active instanceof HTMLElement) || bar.scrollWidth <= bar.clientWidth) return
    bar.scrollLeft = active.offsetLeft - (bar.clientWidth - active.offsetWidth) / 2
  }, [row, activeIndex])
}
