import type { Message } from '#contract/inbox.ts'
import { IMAGE_ERRORS, ImageError, UploadError } from './image-error.ts'
import { tabStorage } from './tab-storage.ts'
import type { Attached } from './upload-file.ts'

/** The unsent text and image of a conversation. */
export type Draft = {
  text: string
  image?: { name: string; dataUrl: string } | undefined
  /** An uploaded PDF, in place of an image. */
  file?: Attached | undefined
  /** An image that is being compressed, or a PDF that is being uploaded; `progress` from 0 to 1. */
  preparing?: { name: string; progress: number } | undefined
  /** To be sent as soon as it is ready. */
  isDue?: boolean | undefined
  /** The reason why it could not be attached. */
  problem?: string | undefined
  /** The refused message of this draft; sent unchanged, it keeps its id. */
  failedId?: string | undefined
  /** The quoted message. */
  quote?: Quoted | undefined
  /** The edited message with its new text; the draft is kept meanwhile. */
  edit?: Edit | undefined
}

export type Quoted = NonNullable<Message['quote']>
export type Edit = { _id: string; text: string; isSaving?: boolean; problem?: string | undefined }

export type Drafts = Readonly<Record<string, Draft>>

export const NO_DRAFT: Draft = { text: '' }

/** Debounced: an attached image is a megabyte to write. */
const STORE_DEBOUNCE_MS = 300

type Needs = {
  storageKey: string
  changed: (drafts: Drafts) => void
  /** Sends a draft whose image is ready. */
  send: (peerId: string) => void
}

/** One draft per conversation, stored in the tab. */
export function createDrafts({ storageKey, changed, send }: Needs) {
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
    update(peerId, {
      ...{ image: undefined, file: undefined, preparing: undefined, isDue: undefined, problem: undefined },
    })
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
        const attached = await prepare(file, {
          onProgress: (progress) => report({ preparing: { name: file.name, progress } }),
          signal: controller.signal,
        })
        const { isDue } = of(peerId)
        report({ preparing: undefined, isDue: undefined, ...attached })
        if (isCurrent() && isDue) send(peerId)
      } catch (error) {
        if (isCurrent()) console.error(error)
        report({ preparing: undefined, isDue: undefined, problem: problemOf(error) })
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

type Options = { onProgress: (share: number) => void; signal: AbortSignal }

async function prepare(file: File, options: Options): Promise<Pick<Draft, 'image' | 'file'>> {
  if (file.type === 'application/pdf') {
    const { uploadFile } = await import('./upload-file.ts')
    return { file: await uploadFile(file, options) }
  }
  const { compressImage } = await import('./compress-image.ts')
  return { image: { name: file.name, dataUrl: await compressImage(file, options) } }
}

const isEmpty = ({ text, image, file, preparing, problem, quote, edit }: Draft) =>
  text === '' && !image && !file && !preparing && !problem && !quote && !edit

const asStored = ({ text, image, file, failedId, quote, edit }: Draft): Draft => ({
  ...{ text, image, file, failedId, quote },
  ...(edit && { edit: { _id: edit._id, text: edit.text } }),
})

const mapDrafts = (drafts: Drafts, change: (draft: Draft) => Draft): Drafts =>
  Object.fromEntries(Object.entries(drafts).map(([peerId, draft]) => [peerId, change(draft)]))

/** Any other failure means that the image could not be decoded. */
const problemOf = (error: unknown): string =>
  error instanceof UploadError
    ? error.message
    : IMAGE_ERRORS[error instanceof ImageError ? error.code : 'NOT_AN_IMAGE']()
