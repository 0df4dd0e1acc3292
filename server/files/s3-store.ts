import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { AwsClient } from 'aws4fetch'
import type { Config } from '../config.ts'
import { unavailable } from '../lib/errors.ts'
import type { FileStore } from './file-store.ts'

type Settings = Pick<Config, 'S3_ENDPOINT' | 'S3_BUCKET' | 'S3_REGION' | 'S3_ACCESS_KEY' | 'S3_SECRET_KEY'>
type Sent = { key?: string; query?: Record<string, string>; body?: Buffer; contentType?: string }

const SMALL_BYTES = 256 * 1024
/** Timeout for the response's start; a large body may take as long as its reader. */
const WAIT_MS = 10_000
const RETRIES = 2
/** The names of our folders. Foreign objects in the bucket must not be deleted. */
const FOLDER = /^[A-Za-z0-9_-]{22}$/

/** Files in any S3-compatible bucket, addressed by path (docs/decisions gives the reasons for aws4fetch). */
export function createS3Store(settings: Settings): FileStore {
  const client = new AwsClient({
    accessKeyId: settings.S3_ACCESS_KEY ?? '',
    secretAccessKey: settings.S3_SECRET_KEY ?? '',
    region: settings.S3_REGION,
    service: 's3',
    retries: RETRIES,
  })
  const bucket = `${settings.S3_ENDPOINT?.replace(/\/+$/, '')}/${settings.S3_BUCKET}`

  /** 404 is a valid response; no response, or a 5xx of the store, becomes 503. */
  async function send(method: string, { key = '', query, body, contentType }: Sent): Promise<Response> {
    const url = new URL(key === '' ? bucket : `${bucket}/${key}`)
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value)
    const waiting = new AbortController()
    const timer = setTimeout(() => waiting.abort(), WAIT_MS)
    const response = await client
      .fetch(url.href, {
        method,
        signal: waiting.signal,
        headers: {
          // The store verifies the received bytes against it.
          'x-amz-content-sha256': createHash('sha256')
            .update(body ?? '')
            .digest('hex'),
          ...(contentType !== undefined && { 'content-type': contentType }),
        },
        ...(body && { body: new Uint8Array(body) }),
      })
      .catch((error: unknown) => {
        throw Object.assign(unavailable(), { cause: error })
      })
      .finally(() => clearTimeout(timer))
    if (response.ok || (response.status === 404 && method !== 'PUT')) return response
    const reason = `S3 answered ${method} with ${response.status}: ${(await response.text()).slice(0, 500)}`
    throw response.status >= 500 ? Object.assign(unavailable(), { cause: reason }) : new Error(reason)
  }

  /** Pages of keys; with a delimiter, of folders. */
  async function* list(query: Record<string, string>) {
    for (let next: string | undefined; ; ) {
      const more: Record<string, string> = next === undefined ? {} : { 'continuation-token': next }
      const response = await send('GET', { query: { 'list-type': '2', ...query, ...more } })
      const xml = await response.text()
      yield {
        keys: valuesOf(xml, 'Key'),
        times: valuesOf(xml, 'LastModified'),
        folders: [...xml.matchAll(/<CommonPrefixes><Prefix>([^<]*)\/<\/Prefix>/g)].map(
          ([, name]) => name ?? '',
        ),
      }
      next = valuesOf(xml, 'NextContinuationToken')[0]
      if (next === undefined) return
    }
  }

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

/** Minimal XML parsing: enough for our own names, times, and a token whose only entity is `&`. */
const valuesOf = (xml: string, element: string): string[] =>
  [...xml.matchAll(new RegExp(`<${element}>([^<]*)</${element}>`, 'g'))].map(([, text = '']) =>
    text.replaceAll('&amp;', '&'),
  )
