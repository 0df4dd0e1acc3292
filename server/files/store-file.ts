import { m } from '#contract/texts.ts'
import { type FileKind, MAX_CHAT_IMAGE_BYTES, MAX_CHAT_IMAGE_PIXELS, tooLarge } from '#contract/uploads.ts'
import type { Caller } from '../http/route.ts'
import { ApiError, invalid, unauthenticated } from '../lib/errors.ts'
import { newFileName } from '../lib/ids.ts'
import type { Services } from '../services.ts'
import { imageFormatOf, isPdf } from './file-types.ts'
import { storedUrlOf } from './file-urls.ts'
import { insertFile } from './files.queries.ts'
import { storageFull } from './free-space.ts'
import { notAnImage } from './image-workers.ts'

type Needs = Pick<Services, 'db' | 'files' | 'freeSpace' | 'images' | 'quota'>
/** The owner of a new file; nothing is stored if `sessionId` has ended meanwhile. */
type Owner = Pick<Caller, 'id'> & Partial<Pick<Caller, 'sessionId'>>

/** Re-encodes and stores a picture (F2), and returns its stored URL; 415 for anything else. */
export async function storeImage(
  services: Needs,
  owner: Owner,
  bytes: Buffer,
  kind: Exclude<FileKind, 'pdf'> = 'image',
): Promise<string> {
  const format = imageFormatOf(bytes)
  if (!format) throw notAnImage()
  await requireSpace(services, owner.id)
  const { width, height, files } = await services.images.convert(bytes, format, {
    ownerId: owner.id,
    ...(kind === 'chat' && { maxPixels: MAX_CHAT_IMAGE_PIXELS }),
  })
  return store(services, { owner, kind, extension: 'webp', contentType: 'image/webp', width, height }, files)
}

/** Stores a PDF unchanged, and returns its stored URL; 415 for anything else. */
export async function storePdf(
  services: Needs,
  owner: Owner,
  bytes: Buffer,
  kind: 'pdf' | 'chat' = 'pdf',
): Promise<string> {
  if (!isPdf(bytes)) throw new ApiError(415, 'UNSUPPORTED_MEDIA_TYPE', m.uploads_pdf_type())
  await requireSpace(services, owner.id)
  return store(
    services,
    { owner, kind, extension: 'pdf', contentType: 'application/pdf', width: null, height: null },
    { 'full.pdf': bytes },
  )
}

/**
 * Stores the data URL of a chat message (decision 63) and returns its stored URL, which only `toSignedUrl` makes
 * accessible. No image, too many bytes decoded or too many pixels is 400 under `image`. Call it after all other checks
 * and outside of the transaction; the clean-up deletes the picture of a message that is never written.
 */
export async function storeChatImage(services: Needs, owner: Owner, dataUrl: string): Promise<string> {
  const [, base64] = /^data:image\/[\w.+-]{1,40};base64,([A-Za-z0-9+/]+={0,2})$/.exec(dataUrl) ?? []
  if (base64 === undefined) throw invalid({ image: m.uploads_image_type() })
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length > MAX_CHAT_IMAGE_BYTES) throw invalid({ image: tooLarge.chatImage() })
  try {
    return await storeImage(services, owner, bytes, 'chat')
  } catch (error) {
    const isAboutPicture = error instanceof ApiError && (error.status === 415 || error.status === 413)
    throw isAboutPicture ? invalid({ image: error.message }) : error
  }
}

type NewFile = Pick<Parameters<typeof insertFile>[1], 'owner' | 'kind' | 'contentType' | 'width' | 'height'>

/** Bytes before the row: every row refers to complete files (F6). */
async function store(
  services: Needs,
  { extension, ...file }: NewFile & { extension: 'webp' | 'pdf' },
  files: Record<string, Buffer>,
): Promise<string> {
  const folder = newFileName()
  const name = `${folder}.${extension}`
  const bytes = Object.values(files).reduce((sum, { length }) => sum + length, 0)
  try {
    await services.files.put(folder, files, file.contentType)
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ENOSPC' ? storageFull() : error
  }
  try {
    await services.db.transaction().execute(async (tx) => {
      if (!(await insertFile(tx, { ...file, name, bytes }))) throw unauthenticated()
      await services.quota.requireRoom(tx, file.owner.id, 'upload')
    })
  } catch (error) {
    if (error instanceof ApiError) await services.files.deleteFolder(folder)
    throw error
  }
  return storedUrlOf(name)
}

/** Fails early; `store` checks again with the stored size. */
async function requireSpace(services: Needs, ownerId: string): Promise<void> {
  await services.freeSpace.requireForLargeWrite()
  await services.quota.expectRoom(services.db, ownerId, 'upload')
}
