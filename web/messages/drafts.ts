import { IMAGE_ERRORS, ImageError } from './image-error.ts'
import { tabStorage } from './tab-storage.ts'

/** The unsent text and image of a conversation. */
export type Draft = {
  text: string
  image?: { name: string; dataUrl: string } | undefined
  /** An image that is being compressed; `progress` from 0 to 1. */
  preparing?: { name: string; progress: number } | undefined
  /** Why an image could not be attached. */
  problem?: string | undefined
  /** The refused message that this was; sent unchanged, it keeps its id. */
  failedId?: string | undefined
}

export type Drafts = Readonly<Record<string, Draft>>

export const NO_DRAFT: Draft = { text: '' }

/** Debounced: an attached image is a megabyte to write. */
const STORE_DEBOUNCE_MS = 300

type Needs = { storageKey: string; changed: (drafts: Drafts) => void }

/** One draft per conversation, stored in the tab. */
export function createDrafts({ storageKey, changed }: Needs) {
  let drafts: Drafts = tabStorage.read<Drafts>(storageKey) ?? {}
  let timer: ReturnType<typeof setTimeout> | undefined
  const running = new Map<string, AbortController>()

  function set(peerId: string, draft: Draft) {
    const { [peerId]: _, ...others } = drafts
    drafts = isEmpty(draft) ? others : { ...others, [peerId]: draft }
    clearTimeout(timer)
    timer = setTimeout(store, STORE_DEBOUNCE_MS)
    changed(drafts)
  }

  function store() {
    clearTimeout(timer)
    if (Object.keys(drafts).length === 0) tabStorage.remove(storageKey)
    else if (!tabStorage.write(storageKey, mapDrafts(drafts, asStored))) {
      tabStorage.write(
        storageKey,
        mapDrafts(drafts, (one) => ({ ...asStored(one), image: undefined })),
      )
    }
  }
  window.addEventListener('pagehide', store)

  const of = (peerId: string): Draft => drafts[peerId] ?? NO_DRAFT
  const update = (peerId: string, change: Partial<Draft>) => set(peerId, { ...of(peerId), ...change })

  function removeImage(peerId: string) {
    running.get(peerId)?.abort()
    running.delete(peerId)
    update(peerId, { image: undefined, preparing: undefined, problem: undefined })
  }

  return {
    get: () => drafts,
    of,
    set,
    update,
    removeImage,

    async attach(peerId: string, file: File) {
      removeImage(peerId)
      const controller = new AbortController()
      running.set(peerId, controller)
      const isCurrent = () => running.get(peerId) === controller
      const report = (change: Partial<Draft>) => isCurrent() && update(peerId, change)
      report({ preparing: { name: file.name, progress: 0 } })
      try {
        const { compressImage } = await import('./compress-image.ts')
        const dataUrl = await compressImage(file, {
          onProgress: (progress) => report({ preparing: { name: file.name, progress } }),
          signal: controller.signal,
        })
        report({ preparing: undefined, image: { name: file.name, dataUrl } })
      } catch (error) {
        if (isCurrent()) console.error(error)
        report({ preparing: undefined, problem: problemOf(error) })
      }
      if (isCurrent()) running.delete(peerId)
    },

    close() {
      clearTimeout(timer)
      window.removeEventListener('pagehide', store)
      for (const controller of running.values()) controller.abort()
      running.clear()
    },
  }
}

const isEmpty = ({ text, image, preparing, problem }: Draft) =>
  text === '' && !image && !preparing && !problem

const asStored = ({ text, image, failedId }: Draft): Draft => ({ text, image, failedId })

const mapDrafts = (drafts: Drafts, change: (draft: Draft) => Draft): Drafts =>
  Object.fromEntries(Object.entries(drafts).map(([peerId, draft]) => [peerId, change(draft)]))

/** Any other failure means that the file could not be decoded. */
const problemOf = (error: unknown): string =>
  IMAGE_ERRORS[error instanceof ImageError ? error.code : 'NOT_AN_IMAGE']
