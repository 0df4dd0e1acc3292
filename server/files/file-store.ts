/** Where the bytes of uploads live: a folder, or an S3 bucket. Keys are made by us, never by a client. */
export type FileStore = {
  put: (key: string, bytes: Buffer, contentType: string) => Promise<void>
  /** The bytes, or undefined when there are none. */
  get: (key: string) => Promise<Buffer | undefined>
  delete: (key: string) => Promise<void>
}
