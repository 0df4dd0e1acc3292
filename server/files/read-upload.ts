import type { FastifyRequest } from 'fastify'
import { m } from '#contract/texts.ts'
import { ApiError, badRequest, invalid } from '../lib/errors.ts'
import { createUploadMemory } from './upload-memory.ts'

const FIELD = 'file'
/** Allowance for part headers and boundaries beside the file itself. */
const ENVELOPE_BYTES = 64 * 1024
/** Of this process. */
const memory = createUploadMemory({ maxBytes: 256 * 1024 * 1024, maxBytesPerPerson: 32 * 1024 * 1024 })

type Size = { maxBytes: number; tooLarge: string }

/**
 * Reads the single file of a multipart request (F1), ignoring the client's name and type. It must be smaller than
 * `maxBytes`, checked while reading; `tooLarge` is the error text.
 */
export async function withUpload<Result>(
  request: FastifyRequest,
  { maxBytes, tooLarge }: Size,
  use: (bytes: Buffer) => Promise<Result>,
): Promise<Result> {
  if (!request.isMultipart()) {
    throw request.body === undefined
      ? invalid({ [FIELD]: m.uploads_no_file() })
      : new ApiError(415, 'UNSUPPORTED_MEDIA_TYPE', m.general_media_type())
  }
  const person = request.caller?.id ?? ''
  try {
    return await memory.hold(person, (keep) => readFile(request, { maxBytes, tooLarge }, keep), use)
  } finally {
    // Drains the rest of the body, so that the client gets to read the response.
    request.raw.unpipe()
    request.raw.resume()
  }
}

async function readFile(
  request: FastifyRequest,
  { maxBytes, tooLarge }: Size,
  keep: (chunk: Buffer) => void,
): Promise<void> {
  const refusal = new ApiError(413, 'PAYLOAD_TOO_LARGE', tooLarge)
  if (Number(request.headers['content-length'] ?? 0) > maxBytes + ENVELOPE_BYTES) throw refusal
  let hasFile = false
  try {
    for await (const part of request.parts()) {
      if (part.type !== 'file') continue
      if (part.fieldname !== FIELD || hasFile) throw badRequest(m.general_malformed())
      hasFile = true
      let size = 0
      for await (const chunk of part.file as AsyncIterable<Buffer>) {
        size += chunk.length
        if (size >= maxBytes) throw refusal
        keep(chunk)
      }
    }
  } catch (error) {
    // The parser's own errors: a broken boundary, too many parts, a truncated body (G10).
    throw error instanceof ApiError ? error : badRequest(m.general_malformed())
  }
  if (!hasFile) throw invalid({ [FIELD]: m.uploads_no_file() })
}
