import { useEffect, useEffectEvent } from 'react'

/**
 * Layers closed by the browser's Back before it leaves the page: dialogs, the chat on phones, a step of the wizard.
 * Each layer has a history entry above that of its page, with the same state and its depth; steps between them are
 * hidden from the router. A layer that closes otherwise leaves its entry, because removing it is asynchronous and would
 * race with the router: the next layer reuses it, and Back skips it.
 */
type Layer = { back: () => void }

const layers: Layer[] = []
/** The current page's entry; `key` is the router's name for it, `idx` its index in the router's history. */
let page: { key?: unknown; idx?: unknown; state?: unknown; url?: string } = {}
/** Names of pages that were replaced while a layer was open: their own entries are still below. */
const replaced = new Set<unknown>()
/** The depth of the current entry. */
let depth = 0

/** Before the router is created, so that its listener comes second. */
export function listenForBack() {
  window.addEventListener('popstate', handlePop, true)
  return () => window.removeEventListener('popstate', handlePop, true)
}

/** After each navigation. */
export function setPageKey(key: string) {
  const { state } = window.history
  const idx = read(state, 'idx')
  if (key !== page.key && idx === page.idx && depth > 0) replaced.add(page.key)
  page = { key, idx, state, url: window.location.href }
  depth = depthOf(state)
}

/** Only on phones, where Back is a button or a gesture. */
const BACK_CLOSES = '(pointer: coarse), (width < 40rem)'

type Options = {
  /** On every device. */
  always?: boolean
}

/** While it is active, Back calls `onBack` instead of leaving the page; again if the layer stays open. */
export function useBackLayer(isActive: boolean, onBack: () => void, { always = false }: Options = {}) {
  const back = useEffectEvent(onBack)
  useEffect(() => {
    if (!isActive || !(always || window.matchMedia(BACK_CLOSES).matches)) return
    const layer = { back: () => back() }
    layers.push(layer)
    addEntries()
    return () => {
      layers.splice(layers.indexOf(layer), 1)
    }
  }, [isActive, always])
}

function addEntries() {
  depth = depthOf(window.history.state)
  while (depth < layers.length) {
    depth += 1
    window.history.pushState({ ...window.history.state, layer: depth }, '')
  }
}

function handlePop(event: PopStateEvent) {
  const before = depth
  depth = depthOf(event.state)
  const key = read(event.state, 'key')
  if (replaced.has(key) && read(event.state, 'idx') === page.idx) {
    // As if the entry had been replaced together with that of its layer.
    window.history.replaceState({ ...asRecord(page.state), layer: depth }, '', page.url)
    event.stopImmediatePropagation()
  } else {
    if (key !== page.key || depth === before) return
    event.stopImmediatePropagation()
    if (depth > before) return
  }
  if (depth >= layers.length) return window.history.back()
  layers.at(-1)?.back()
  // It may have opened a confirmation instead of closing.
  setTimeout(addEntries)
}

const depthOf = (state: unknown) => Number(read(state, 'layer') ?? 0)

const read = (state: unknown, name: string): unknown => asRecord(state)[name]

const asRecord = (state: unknown) =>
  typeof state === 'object' && state !== null ? (state as Record<string, unknown>) : {}
