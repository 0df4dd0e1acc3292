import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Topic } from '#contract/topics.ts'

/** A response as it is sent: rendered once, compressed once per encoding, cached until one of its topics changes. */
export type Document = {
  status: number
  type: string
  etag: string
  plain: Buffer
  packed: Map<Encoding, Promise<Buffer>>
  /** Additional headers, or overrides of the common ones. */
  headers: Record<string, string>
  /** The topics that it shows; none for the shell. */
  topics: ReadonlySet<Topic>
  /** False if some data could not be read: the document is then not cached. */
  isComplete: boolean
}

type About = Partial<Pick<Document, 'status' | 'type' | 'isComplete' | 'headers'>> & {
  topics: ReadonlySet<Topic>
  /** Volatile parts, which the ETag ignores. */
  moving?: string
}

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)
/** A moderate level for short-lived pages; built files use the best. */
const QUALITY = 5

export function makeDocument(
  text: string,
  { status = 200, type = 'text/html', isComplete = true, headers = {}, topics, moving = '' }: About,
): Document {
  const plain = Buffer.from(text)
  const place = plain.indexOf(moving)
  const [before, after] = [plain.subarray(0, place), plain.subarray(place + moving.length)]
  const etag = createHash('sha256').update(before).update(after).digest('base64url').slice(0, 22)
  return {
    ...{ status, isComplete, etag, plain, headers, topics },
    type: `${type}; charset=utf-8`,
    packed: new Map(),
  }
}

/** The body in one encoding. */
export async function bodyOf({ plain, packed }: Document, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'plain') return plain
  const known = packed.get(encoding)
  if (known) return known
  const packing = pack[encoding](plain)
  packed.set(encoding, packing)
  packing.catch(() => packed.delete(encoding))
  return packing
}

const pack = {
  gzip: (plain: Buffer): Promise<Buffer> => gzipped(plain),
  br: (plain: Buffer): Promise<Buffer> =>
    brotli(plain, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
      },
    }),
}

export async function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  document: Document,
): Promise<FastifyReply> {
  const encoding = encodingFor(request.headers['accept-encoding'])
  const etag = etagOf(document, encoding)
  const vary = [reply.getHeader('vary'), 'accept-encoding', document.headers.vary].filter(Boolean).join(', ')
  reply.headers({ 'cache-control': 'no-cache', ...document.headers, etag, vary })
  if (isKnown(request.headers['if-none-match'], etag)) {
    for (const name of Object.keys(reply.getHeaders())) {
      if (!SENT_WITH_304.test(name) && !(name in document.headers)) reply.removeHeader(name)
    }
    return reply.status(304).send()
  }
  if (reply.statusCode !== 410) reply.status(document.status)
  reply.type(document.type)
  if (encoding !== 'plain') reply.header('content-encoding', encoding)
  return reply.send(await bodyOf(document, encoding))
}

/** A 304 repeats only the headers that may update the cached response (RFC 9110, 15.4.5). */
const SENT_WITH_304 = /^(cache-control|etag|vary|x-request-id|access-control-.*)$/

export type Encoding = 'br' | 'gzip' | 'plain'

export const encodingFor = (accepted: string | string[] | undefined = ''): Encoding =>
  /\bbr\b/.test(String(accepted)) ? 'br' : /\bgzip\b/.test(String(accepted)) ? 'gzip' : 'plain'

/** A strong ETag stands for identical bytes, so each encoding has its own. */
export const etagOf = ({ etag }: Document, encoding: Encoding): string =>
  encoding === 'plain' ? `"${etag}"` : `"${etag}-${encoding}"`

/** Whether If-None-Match contains the ETag. A proxy may have weakened it. */
export const isKnown = (known: string | undefined, etag: string): boolean =>
  known !== undefined && (known === etag || known.split(',').some((one) => opaque(one) === opaque(etag)))

const opaque = (tag: string) => tag.trim().replace(/^W\//, '')
