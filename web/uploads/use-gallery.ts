import { useEffect, useRef, useState } from 'react'
import { m } from '#contract/texts.ts'
import { MAX_GALLERY } from '#contract/values.ts'
import { isFailure } from '../lib/api-failure.ts'
import { upload } from '../lib/upload.ts'
import { fileErrorOf, UPLOAD_KINDS } from './use-upload.ts'

/** Stored (`url`), uploading (`progress`) or failed (`error`). */
export type GalleryPicture = {
  id: string
  url: string
  name: string
  file?: File
  previewUrl?: string
  progress?: number | undefined
  error?: string | undefined
  /** False when the file itself was refused. */
  canRetry?: boolean
}

/**
 * The pictures of a form in order. Files are uploaded sequentially; a failed one stays with its error until it
 * is retried or removed (VAL-46 to VAL-48). `onChange` gets the URLs of stored pictures.
 */
export function useGallery(initialUrls: readonly string[], onChange: (urls: string[]) => void) {
  const [pictures, setPictures] = useState(() => initialUrls.map(storedPicture))
  const [notice, setNotice] = useState<string>()
  // Current between two renders, in which several uploads may end.
  const current = useRef(pictures)
  const queue = useRef(Promise.resolve())
  const abort = useRef(new Map<string, AbortController>())

  useEffect(() => {
    const { current: running } = abort
    return () => {
      for (const controller of running.values()) controller.abort()
      for (const { previewUrl } of current.current) URL.revokeObjectURL(previewUrl ?? '')
    }
  }, [])

  function set(next: GalleryPicture[]) {
    const urls = storedUrls(next)
    const isChanged = urls.join() !== storedUrls(current.current).join()
    current.current = next
    setPictures(next)
    if (isChanged) onChange(urls)
  }

  const change = (id: string, changes: Partial<GalleryPicture>) =>
    set(current.current.map((picture) => (picture.id === id ? { ...picture, ...changes } : picture)))

  function add(files: readonly File[]) {
    const room = MAX_GALLERY - current.current.length
    setNotice(files.length > room ? m.projects_gallery_max() : undefined)
    const added = files.slice(0, room).map(chosenPicture)
    set([...current.current, ...added])
    for (const picture of added) if (!picture.error) send(picture)
  }

  function send({ id, file }: GalleryPicture) {
    if (!file) return
    const controller = new AbortController()
    abort.current.set(id, controller)
    change(id, { progress: 0, error: undefined, canRetry: false })
    queue.current = queue.current.then(async () => {
      if (controller.signal.aborted) return
      const result = await upload(UPLOAD_KINDS.image.endpoint, file, {
        signal: controller.signal,
        onProgress: (progress) => !controller.signal.aborted && change(id, { progress }),
      })
      abort.current.delete(id)
      if (controller.signal.aborted) return
      const ended = current.current.find((picture) => picture.id === id)
      if (!ended) return
      if (isFailure(result)) return change(id, { progress: undefined, error: result.message, canRetry: true })
      URL.revokeObjectURL(ended.previewUrl ?? '')
      set(
        current.current.map((picture) =>
          picture.id === id ? { ...storedPicture(result.url), id } : picture,
        ),
      )
    })
  }

  return {
    pictures,
    /** Set when too many files were chosen. */
    notice,
    isFull: pictures.length >= MAX_GALLERY,
    isBusy: pictures.some((picture) => picture.progress !== undefined),
    hasFailed: pictures.some((picture) => picture.error !== undefined),
    add,
    retry(id: string) {
      const picture = current.current.find((one) => one.id === id)
      if (picture) send(picture)
    },
    remove(id: string) {
      abort.current.get(id)?.abort()
      abort.current.delete(id)
      setNotice(undefined)
      URL.revokeObjectURL(current.current.find((picture) => picture.id === id)?.previewUrl ?? '')
      set(current.current.filter((picture) => picture.id !== id))
    },
    move: (from: number, to: number) => set(moved(current.current, from, to)),
    /** For a form that is reset. */
    replace(urls: readonly string[]) {
      for (const controller of abort.current.values()) controller.abort()
      abort.current.clear()
      current.current = urls.map(storedPicture)
      setPictures(current.current)
      setNotice(undefined)
    },
  }
}

export type Gallery = ReturnType<typeof useGallery>

/** A copy with one entry moved; positions out of range change nothing. */
export function moved<Item>(list: readonly Item[], from: number, to: number): Item[] {
  const next = [...list]
  if (from < 0 || from >= list.length || to < 0 || to >= list.length) return next
  next.splice(to, 0, ...next.splice(from, 1))
  return next
}

let count = 0
const newId = () => `picture-${++count}`

const storedPicture = (url: string): GalleryPicture => ({ id: newId(), url, name: m.uploads_image() })

function chosenPicture(file: File): GalleryPicture {
  const error = fileErrorOf('image', file)
  return {
    id: newId(),
    url: '',
    name: file.name,
    file,
    ...(error ? { error } : { previewUrl: URL.createObjectURL(file) }),
  }
}

const storedUrls = (pictures: readonly GalleryPicture[]) => pictures.flatMap(({ url }) => url || [])
