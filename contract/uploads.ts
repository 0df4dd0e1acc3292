import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { m } from './texts.ts'
import { FileUrl } from './values.ts'

export const MEBIBYTE = 1024 * 1024

/** A file must be smaller than this; exactly the limit is refused (decision 46). */
export const MAX_IMAGE_BYTES = 5 * MEBIBYTE
export const MAX_PDF_BYTES = 10 * MEBIBYTE
/** The maximum, inclusive. */
export const MAX_CHAT_FILE_BYTES = 5 * MEBIBYTE
export const MAX_CHAT_IMAGE_BYTES = 1 * MEBIBYTE
export const MAX_CHAT_IMAGE_SIDE = 800
/** Larger ones are refused before they are decoded; our own client sends a sixth of it (VAL-67). */
export const MAX_CHAT_IMAGE_PIXELS = 4_000_000

/** The texts of these limits. */
export const tooLarge = {
  image: () => m.uploads_image_size({ max: MAX_IMAGE_BYTES / MEBIBYTE }),
  pdf: () => m.uploads_pdf_size({ max: MAX_PDF_BYTES / MEBIBYTE }),
  chatFile: () => m.chat_file_size({ max: MAX_CHAT_FILE_BYTES / MEBIBYTE }),
  chatImage: () => m.chat_image_size({ max: MAX_CHAT_IMAGE_BYTES / MEBIBYTE }),
}

/** Widths in pixels that the server makes of each picture, besides the original: `{url}?w=480`. */
export const IMAGE_WIDTHS = [160, 480, 960] as const

/** The kinds of stored files; pictures and PDFs of chats are private. */
export type FileKind = 'image' | 'pdf' | 'chat'
/** The kinds that profiles, offers and projects refer to. */
export type PublicFileKind = Exclude<FileKind, 'chat'>

const Uploaded = z.object({ secure_urls: z.array(FileUrl) })

export const uploadImage = endpoint({
  method: 'POST',
  path: '/upload',
  access: 'signed-in',
  limits: ['upload'],
  changes: [],
  summary: 'Stores a picture (multipart field `file`)',
  sends: 'multipart',
  status: 201,
  failure: m.uploads_image_failed,
  response: Uploaded,
})

export const uploadPdf = endpoint({
  method: 'POST',
  path: '/upload-pdf',
  access: 'signed-in',
  limits: ['upload'],
  changes: [],
  summary: 'Stores a PDF (multipart field `file`)',
  sends: 'multipart',
  status: 201,
  failure: m.uploads_pdf_failed,
  response: Uploaded,
})

export const uploadMessageFile = endpoint({
  method: 'POST',
  path: '/upload-message-file',
  access: 'signed-in',
  limits: ['upload'],
  changes: [],
  summary: 'Stores a PDF for one message (multipart field `file`); who sends it gives its name',
  sends: 'multipart',
  status: 201,
  failure: m.uploads_pdf_failed,
  response: Uploaded,
})
