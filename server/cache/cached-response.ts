import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Topic } from '#contract/topics.ts'

/** A document as it is sent: made once, compressed once for who asks so, kept until something that it shows changes. */
export type Document = {
  status: number
  type: string
  etag: string
  plain: Buffer
  packed: Map<Encoding, Promise<Buffer>>
  /** More headers, or others than those of every document. */
  headers: Record<string, string>
  /** What it shows; nothing for the shell. */
  topics: ReadonlySet<Topic>
  /** Whether it may be kept: not when some data could not be read. */
  isComplete: boolean
}

type About = Partial<Pick<Document, 'status' | 'type' | 'isComplete' | 'headers'>> & {
  topics: ReadonlySet<Topic>
  /** What differs each time that it is made, and says nothing new. */
  moving?: string
}

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)
/** Good for pages that may change soon; the built files have the best. */
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

/** The document in an encoding. */
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
      if (!TOLD_AGAIN.test(name) && !(name in document.headers)) reply.removeHeader(name)
    }
    return reply.status(304).send()
  }
  if (reply.statusCode !== 410) reply.status(document.status)
  reply.type(document.type)
  if (encoding !== 'plain') reply.header('content-encoding', encoding)
  return reply.send(await bodyOf(document, encoding))
}

/** Who has the document has its other headers too (RFC 9110, 15.4.5). */
const TOLD_AGAIN = /^(cache-control|etag|vary|x-request-id|access-control-.*)$/

export type Encoding = 'br' | 'gzip' | 'plain'

export const encodingFor = (accepted: string | string[] | undefined = ''): Encoding =>
  /\bbr\b/.test(String(accepted)) ? 'br' : /\bgzip\b/.test(String(accepted)) ? 'gzip' : 'plain'

/** A strong mark means the same bytes, so each encoding has its own. */
export const etagOf = ({ etag }: Document, encoding: Encoding): string =>
  encoding === 'plain' ? `"${etag}"` : `"${etag}-${encoding}"`

/** Whether the client has it already. A proxy on the way may have made a strong mark a weak one. */
export const isKnown = (known: string | undefined, etag: string): boolean =>
  known !== undefined && (known === etag || known.split(',').some((one) => opaque(one) === opaque(etag)))

const opaque = (mark: string) => mark.trim().replace(/^W\//, '')
