import type { FastifyRequest } from 'fastify'
import { m } from '#contract/texts.ts'
import { ApiError, badRequest, invalid, unavailable } from '../lib/errors.ts'

const FIELD = 'file'
/** Allowance for part headers and boundaries beside the file itself. */
const ENVELOPE_BYTES = 64 * 1024
/** Uploads are read into memory; bytes for all concurrent ones together. */
const MAX_HELD_BYTES = 256 * 1024 * 1024
/** The same for one person, who may send them slowly (X6). */
const MAX_HELD_BYTES_PER_PERSON = 32 * 1024 * 1024
const heldBytes = new Map<string, number>()

/**
 * Reads the single file of a multipart request (F1), ignoring the client's name and type. It must be smaller than
 * `maxBytes`, checked while reading; `tooLarge` is the error text.
 */
export async function withUpload<Result>(
  request: FastifyRequest,
  { maxBytes, tooLarge }: { maxBytes: number; tooLarge: string },
  use: (bytes: Buffer) => Promise<Result>,
): Promise<Result> {
  if (!request.isMultipart()) {
    throw request.body === undefined
      ? invalid({ [FIELD]: m.uploads_no_file() })
      : new ApiError(415, 'UNSUPPORTED_MEDIA_TYPE', m.general_media_type())
  }
  const held = { bytes: 0, ownerId: request.caller?.id ?? '' }
  try {
    return await use(await readFile(request, maxBytes, tooLarge, held))
  } finally {
    release(held)
    // Drains the rest of the body, so that the client gets to read the response.
    request.raw.unpipe()
    request.raw.resume()
  }
}

async function readFile(
  request: FastifyRequest,
  maxBytes: number,
  tooLarge: string,
  held: Held,
): Promise<Buffer> {
  const refusal = new ApiError(413, 'PAYLOAD_TOO_LARGE', tooLarge)
  if (Number(request.headers['content-length'] ?? 0) > maxBytes + ENVELOPE_BYTES) throw refusal
  let file: Buffer | undefined
  try {
    for await (const part of request.parts()) {
      if (part.type !== 'file') continue
      if (part.fieldname !== FIELD || file) throw badRequest(m.general_malformed())
      const chunks: Buffer[] = []
      let size = 0
      for await (const chunk of part.file as AsyncIterable<Buffer>) {
        size += chunk.length
        if (size >= maxBytes) throw refusal
        hold(held, chunk.length)
        chunks.push(chunk)
      }
      file = Buffer.concat(chunks)
    }
  } catch (error) {
    // The parser's own errors: a broken boundary, too many parts, a truncated body (G10).
    throw error instanceof ApiError ? error : badRequest(m.general_malformed())
  }
  if (!file) throw invalid({ [FIELD]: m.uploads_no_file() })
  return file
}

type Held = { bytes: number; ownerId: string }

function hold(held: Held, bytes: number): void {
  const own = (heldBytes.get(held.ownerId) ?? 0) + bytes
  const all = heldBytes.values().reduce((sum, one) => sum + one, bytes)
  if (own > MAX_HELD_BYTES_PER_PERSON || all > MAX_HELD_BYTES) throw unavailable()
  heldBytes.set(held.ownerId, own)
  held.bytes += bytes
}

function release({ bytes, ownerId }: Held): void {
  const left = (heldBytes.get(ownerId) ?? 0) - bytes
  if (left > 0) heldBytes.set(ownerId, left)
  else heldBytes.delete(ownerId)
}
