import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { CallLimit } from '#contract/call-limits.ts'
import type { Topic } from '#contract/topics.ts'

/** A response as it is sent: rendered once, compressed once per encoding, cached until one of its topics changes. */
export type CachedResponse = {
  status: number
  type: string
  etag: string
  plain: Buffer<ArrayBuffer>
  variants: Map<Encoding, Buffer | Promise<Buffer>>
  /** Those of caching, except for the ETag of the encoding, and others of this response. */
  headers: Record<string, string> & { vary: string }
  /** The topics that it shows; none for the shell. */
  topics: ReadonlySet<Topic>
  /** The limits of its data; those of an endpoint are counted before the look-up. */
  limits: ReadonlySet<CallLimit>
  /** False if some data could not be read: the response is then not cached. */
  isComplete: boolean
}

type About = Partial<Pick<CachedResponse, 'status' | 'type' | 'limits' | 'isComplete'>> & {
  /** Additional headers, or overrides of the common ones. */
  headers?: Record<string, string>
  topics: ReadonlySet<Topic>
  /** Volatile parts, which the ETag ignores. */
  volatile?: string
}

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)
/** A moderate level for short-lived pages; built files use the best. */
const QUALITY = 5
const NONE: ReadonlySet<CallLimit> = new Set()

/** Prepares `content` for sending; its ETag is a hash of it without `volatile`. */
export function createCachedResponse(
  content: string | Buffer,
  {
    status = 200,
    type = 'text/html; charset=utf-8',
    isComplete = true,
    headers = {},
    limits = NONE,
    topics,
    volatile = '',
  }: About,
): CachedResponse {
  const plain = Buffer.from(content)
  const offset = plain.indexOf(volatile)
  const [before, after] = [plain.subarray(0, offset), plain.subarray(offset + volatile.length)]
  const etag = createHash('sha256').update(before).update(after).digest('base64url').slice(0, 22)
  const vary = headers.vary === undefined ? 'accept-encoding' : `accept-encoding, ${headers.vary}`
  return {
    ...{ status, type, isComplete, etag, plain, limits, topics },
    headers: { 'cache-control': 'no-cache', ...headers, vary },
    variants: new Map(),
  }
}

/** The body in one encoding; a promise while it is compressed. */
export function bodyOf({ plain, variants }: CachedResponse, encoding: Encoding): Buffer | Promise<Buffer> {
  if (encoding === 'plain') return plain
  const known = variants.get(encoding)
  if (known) return known
  const compressing = compress[encoding](plain)
  variants.set(encoding, compressing)
  compressing.then(
    (body) => variants.set(encoding, body),
    () => variants.delete(encoding),
  )
  return compressing
}

const compress = {
  gzip: (plain: Buffer): Promise<Buffer> => gzipped(plain),
  br: (plain: Buffer): Promise<Buffer> =>
    brotli(plain, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
      },
    }),
}

export type Encoding = 'br' | 'gzip' | 'plain'
