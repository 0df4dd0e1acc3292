import imageCompression from 'browser-image-compression'
import workerUrl from 'browser-image-compression/dist/browser-image-compression.js?url'
import { MAX_CHAT_IMAGE_BYTES, MAX_CHAT_IMAGE_SIDE, MEBIBYTE } from '#contract/uploads.ts'
import { ImageError } from './image-error.ts'

type Options = {
  /** From 0 to 1. */
  onProgress: (share: number) => void
  signal: AbortSignal
}

/**
 * A data URL within the limits of the contract (VAL-67); throws an ImageError. The library lowers the quality by 5 % per
 * round, by 15 % for png (CONST-14, CONST-15).
 */
export async function compressImage(file: File, { onProgress, signal }: Options): Promise<string> {
  if (!(file instanceof Blob)) throw new ImageError('NOT_A_FILE')
  if (!file.type.startsWith('image/')) throw new ImageError('NOT_AN_IMAGE')
  const compressed = await imageCompression(file, {
    maxSizeMB: MAX_CHAT_IMAGE_BYTES / MEBIBYTE,
    maxWidthOrHeight: MAX_CHAT_IMAGE_SIDE,
    maxIteration: 10,
    useWebWorker: true,
    // The worker's copy of the library comes from our origin, not from a public host (decision 46).
    libURL: new URL(workerUrl, window.location.href).href,
    onProgress: (percent) => onProgress(percent / 100),
    signal,
  })
  if (compressed.size > MAX_CHAT_IMAGE_BYTES) throw new ImageError('TOO_LARGE')
  return imageCompression.getDataUrlFromFile(compressed)
}
