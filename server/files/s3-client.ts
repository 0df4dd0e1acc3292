import { hash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import type { Config } from '../config.ts'
import { ApiError, unavailable } from '../lib/errors.ts'
import { inSpan } from '../lib/spans.ts'
import type { Outages } from '../operations/outages.ts'

export type S3Settings = Pick<
  Config,
  'S3_ENDPOINT' | 'S3_BUCKET' | 'S3_REGION' | 'S3_ACCESS_KEY' | 'S3_SECRET_KEY'
>
type Sent = {
  key?: string
  query?: Record<string, string>
  body?: Buffer | Blob
  /** The hash of a body that is no buffer. */
  sha256?: string
  contentType?: string
}

/** Timeout for the response's start; a large body may take as long as its reader. */
const WAIT_MS = 10_000
/** Additional time for a sent body: 1 MB a second. */
const SENT_BYTES_PER_MS = 1000
const RETRIES = 2
const PAUSE_MS = 500

export type S3Client = ReturnType<typeof createS3Client>

/**
 * The calls to one bucket of any store that speaks S3, addressed by path (docs/decisions gives the reasons for aws4fetch).
 * With `tries` a call without a response is retried, for backups of hours; a request has no time for it.
 */
export function createS3Client(settings: S3Settings, outages?: Outages, tries = 1) {
  const client = new AwsClient({
    accessKeyId: settings.S3_ACCESS_KEY ?? '',
    secretAccessKey: settings.S3_SECRET_KEY ?? '',
    region: settings.S3_REGION,
    service: 's3',
    retries: RETRIES,
  })
  const bucket = `${settings.S3_ENDPOINT?.replace(/\/+$/, '')}/${settings.S3_BUCKET}`

  /** 404 is a valid response; no response, or a 5xx of the store, becomes 503. */
  const send = (method: string, sent: Sent): Promise<Response> =>
    inSpan(`s3 ${method}`, { 'http.request.method': method }, () => sendWithRetries(method, sent))

  async function sendWithRetries(method: string, sent: Sent): Promise<Response> {
    for (let left = tries - 1; left > 0; left -= 1) {
      try {
        return await sendOnce(method, sent)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        await wait(PAUSE_MS)
      }
    }
    return sendOnce(method, sent)
  }

  async function sendOnce(
    method: string,
    { key = '', query, body, sha256, contentType }: Sent,
  ): Promise<Response> {
    const url = new URL(key === '' ? bucket : `${bucket}/${key}`)
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value)
    const waiting = new AbortController()
    const size = Buffer.isBuffer(body) ? body.length : (body?.size ?? 0)
    const timer = setTimeout(() => waiting.abort(), WAIT_MS + size / SENT_BYTES_PER_MS)
    const response = await client
      .fetch(url.href, {
        method,
        signal: waiting.signal,
        headers: {
          // The store verifies the received bytes against it.
          'x-amz-content-sha256': sha256 ?? hash('sha256', Buffer.isBuffer(body) ? body : ''),
          ...(contentType !== undefined && { 'content-type': contentType }),
        },
        ...(body && { body: Buffer.isBuffer(body) ? new Uint8Array(body) : body }),
      })
      .catch((error: Error & { cause?: { code?: string } }) => {
        outages?.failed('s3', String(error.cause?.code ?? error.name))
        throw Object.assign(unavailable(), { cause: error })
      })
      .finally(() => clearTimeout(timer))
    // A list of an existing bucket is never 404.
    if (response.ok || (response.status === 404 && method !== 'PUT' && key !== '')) {
      outages?.worked('s3')
      return response
    }
    outages?.failed('s3', `${method} ${response.status}`)
    const reason = `${method} got ${response.status} from S3: ${(await response.text()).slice(0, 500)}`
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

  return { send, list }
}

/** Minimal XML parsing: enough for our own names, times, and a token whose only entity is `&`. */
const valuesOf = (xml: string, element: string): string[] =>
  [...xml.matchAll(new RegExp(`<${element}>([^<]*)</${element}>`, 'g'))].map(([, text = '']) =>
    text.replaceAll('&amp;', '&'),
  )
