import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Topic } from '../lib/topics.ts'

/** A document as it is sent: made and compressed once, kept until something that it shows changes. */
export type Document = {
  status: number
  type: string
  etag: string
  plain: Buffer
  br: Buffer
  gzip: Buffer
  /** What it shows; nothing for the shell. */
  topics: ReadonlySet<Topic>
  /** Whether it may be kept: not when some data could not be read. */
  isComplete: boolean
}

type About = Partial<Pick<Document, 'status' | 'type' | 'isComplete'>> & { topics: ReadonlySet<Topic> }

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)
/** Good for pages that may change soon; the built files have the best. */
const QUALITY = 5

export async function makeDocument(
  text: string,
  { status = 200, type = 'text/html', isComplete = true, topics }: About,
): Promise<Document> {
  const plain = Buffer.from(text)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  }
  const [br, zip] = await Promise.all([brotli(plain, { params }), gzipped(plain)])
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  return { status, type: `${type}; charset=utf-8`, isComplete, etag, plain, br, gzip: zip, topics }
}

export function sendDocument(request: FastifyRequest, reply: FastifyReply, document: Document): FastifyReply {
  reply.header('etag', document.etag).header('cache-control', 'no-cache').header('vary', 'accept-encoding')
  if (request.headers['if-none-match'] === document.etag) return reply.status(304).send()
  if (reply.statusCode !== 410) reply.status(document.status)
  reply.type(document.type)
  const accepted = String(request.headers['accept-encoding'] ?? '')
  if (/\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(document.br)
  if (/\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(document.gzip)
  return reply.send(document.plain)
}
