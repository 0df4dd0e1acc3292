import type { Readable } from 'node:stream'

/**
 * Where the bytes of uploads live: a folder, or an S3 bucket. Each upload is a folder of its own with one or
 * more files; names of both are made by us, never by a client.
 */
export type FileStore = {
  /** Stores all files of a folder, durably, before it answers; a failure leaves none behind that is ever served. */
  put: (folder: string, files: Record<string, Buffer>, contentType: string) => Promise<void>
  /** Small files whole, large ones as a stream, so that slow readers hold no memory; undefined when there is none. */
  read: (folder: string, file: string) => Promise<Buffer | Readable | undefined>
  deleteFolder: (folder: string) => Promise<void>
  listFolders: () => AsyncIterable<string>
  /** When the folder was stored; undefined when there is none. */
  storedAt: (folder: string) => Promise<Date | undefined>
  /** Free space, where the store knows. */
  freeBytes: () => Promise<number | undefined>
}
