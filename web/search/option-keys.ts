import type { KeyboardEvent } from 'react'

export const optionsIn = (box: HTMLElement | null) => [
  ...(box?.querySelectorAll<HTMLElement>('[role="option"]') ?? []),
]

/** The option that an arrow key makes active, scrolled into view; -1 is the input, undefined any other key. */
export function optionAfterKey(
  event: KeyboardEvent,
  options: readonly HTMLElement[],
  active: number,
): number | undefined {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return undefined
  event.preventDefault()
  const step = event.key === 'ArrowDown' ? 1 : -1
  const next = Math.min(Math.max(active + step, -1), options.length - 1)
  options[next]?.scrollIntoView({ block: 'nearest' })
  return next
}
