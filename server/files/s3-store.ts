import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { Outages } from '../operations/outages.ts'
import type { FileStore } from './file-store.ts'
import { createS3Client, type S3Settings } from './s3-client.ts'

const SMALL_BYTES = 256 * 1024
/** The names of our folders. Foreign objects in the bucket must not be deleted. */
const FOLDER = /^[A-Za-z0-9_-]{22}$/

/** Files in any S3-compatible bucket. */
export function createS3Store(settings: S3Settings, outages?: Outages): FileStore {
  const { send, list } = createS3Client(settings, outages)

  async function deleteFolder(folder: string): Promise<void> {
    for await (const { keys } of list({ prefix: `${folder}/` })) {
      for (const key of keys) await send('DELETE', { key })
    }
  }

  return {
    async put(folder, files, contentType) {
      try {
        for (const [name, body] of Object.entries(files)) {
          await send('PUT', { key: `${folder}/${name}`, body, contentType })
        }
      } catch (error) {
        // A failure leaves objects without a row, which the clean-up deletes.
        await deleteFolder(folder).catch(() => {})
        throw error
      }
    },

    async read(folder, file) {
      const response = await send('GET', { key: `${folder}/${file}` })
      if (response.status === 404) {
        await response.body?.cancel()
        return undefined
      }
      const size = Number(response.headers.get('content-length') ?? Number.POSITIVE_INFINITY)
      if (size > SMALL_BYTES && response.body) {
        return Readable.fromWeb(response.body as ReadableStream<Uint8Array>)
      }
      return Buffer.from(await response.arrayBuffer())
    },

    deleteFolder,

    async *listFolders() {
      for await (const { folders } of list({ delimiter: '/' })) {
        yield* folders.filter((folder) => FOLDER.test(folder))
      }
    },

    async storedAt(folder) {
      for await (const { times } of list({ prefix: `${folder}/` })) {
        if (times[0] !== undefined) return new Date(times.toSorted().at(-1) ?? '')
      }
      return undefined
    },

    freeBytes: async () => undefined,
  }
}
