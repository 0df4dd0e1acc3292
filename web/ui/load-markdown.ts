import type { ComponentType } from 'react'

type Markdown = ComponentType<{ children: string }>

let loaded: Markdown | undefined
let pending: Promise<Markdown | undefined> | undefined

/**
 * Loads the component for texts with marks, once. Undefined if that fails, as offline: texts are then shown as typed
 * until a reload.
 */
export function loadMarkdown(): Promise<Markdown | undefined> {
  pending ??= import('./Markdown.tsx').then(
    (module) => {
      loaded = module.default
      return loaded
    },
    () => undefined,
  )
  return pending
}

export const loadedMarkdown = (): Markdown | undefined => loaded

/** Of an element with Markdown in it. */
export const MARKDOWN_ATTRIBUTE = 'data-markdown'

/**
 * Before hydration, if the server has rendered Markdown: any update of the page while the component loads would replace
 * that by the text as typed, for a moment.
 */
export async function loadMarkdownOfPage(): Promise<void> {
  if (document.querySelector(`[${MARKDOWN_ATTRIBUTE}]`)) await loadMarkdown()
}
