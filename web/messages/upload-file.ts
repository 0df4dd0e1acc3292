import type { Message } from '#contract/inbox.ts'
import { MAX_CHAT_FILE_BYTES, tooLarge, uploadMessageFile } from '#contract/uploads.ts'
import { isFailure } from '../lib/api-failure.ts'
import { upload } from '../lib/upload.ts'
import { UploadError } from './image-error.ts'

export type Attached = NonNullable<Message['file']>

type Options = Required<NonNullable<Parameters<typeof upload>[2]>>

/** Uploads a PDF for a message; throws an UploadError. */
export async function uploadFile(file: File, options: Options): Promise<Attached> {
  if (file.size > MAX_CHAT_FILE_BYTES) throw new UploadError(tooLarge.chatFile())
  const result = await upload(uploadMessageFile, file, options)
  if (isFailure(result)) throw new UploadError(result.message)
  return { name: file.name.slice(-MAX_NAME), bytes: file.size, url: result.url }
}

/** Of the contract. */
const MAX_NAME = 200
