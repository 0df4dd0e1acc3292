import type { Readable } from 'node:stream'

/**
 * Storage for the bytes of uploads: a folder or an S3 bucket. Each upload is a folder with one or more files; the
 * server chooses all names, never a client.
 */
export type FileStore = {
  /** Stores all files of a folder durably; a failure leaves no file that could be served. */
  put: (folder: string, files: Record<string, Buffer>, contentType: string) => Promise<void>
  /** Small files as a buffer, large ones as a stream, which bounds the memory of slow downloads. */
  read: (folder: string, file: string) => Promise<Buffer | Readable | undefined>
  deleteFolder: (folder: string) => Promise<void>
  listFolders: () => AsyncIterable<string>
  /** The time at which the folder was stored. */
  storedAt: (folder: string) => Promise<Date | undefined>
  /** Free space in bytes, if the store reports it. */
  freeBytes: () => Promise<number | undefined>
}
