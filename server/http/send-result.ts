import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Endpoint, Page } from '#contract/endpoint.ts'
import { matchesEtag } from '../cache/send-cached-response.ts'
import type { Config } from '../config.ts'
import { urlPublisher } from '../files/publish-urls.ts'
import type { Download } from './route.ts'
import { createSerialiser } from './serialiser.ts'

type SendResult = (reply: FastifyReply, result: unknown) => unknown

/**
 * Converts a handler's result to what Fastify sends: absolute file URLs, lists as arrays with `x-total-count`
 * (decision 29), downloads as attachments, nothing for 204.
 */
export function resultSender(endpoint: Endpoint, config: Config): SendResult {
  const publish = urlPublisher(endpoint.list?.item ?? endpoint.response)
  const publicly = (value: unknown) => (publish ? publish(value, config) : value)
  if (endpoint.download === 'pdf') return sendPdf
  if (endpoint.status === 204) return (reply) => reply.send()
  if (endpoint.unbounded) return batchSender(endpoint, config)
  const { list } = endpoint
  if (!list) return (_reply, result) => publicly(result)
  return (reply, result) => {
    const { items, total, hires } = result as Page<unknown>
    reply.header('x-total-count', total)
    if (hires !== undefined) reply.header('x-total-hires', hires)
    const published = publish ? items.map(publicly) : items
    return list.wrap ? { [list.wrap]: published } : published
  }
}

const STREAMED_FROM_BYTES = 256 * 1024

/**
 * Writes a response whose unbounded array arrives in batches. Only what is written stays in memory, and each part of it
 * leaves it once it is sent.
 */
function batchSender({ response, unbounded: name = '' }: Endpoint, config: Config): SendResult {
  const { [name]: array, ...others } = (response as z.ZodObject).shape
  const item = (array as z.ZodArray).element as z.ZodType
  const publish = urlPublisher(item)
  const writeItem = createSerialiser(item)
  const writeOthers = createSerialiser(z.object(others))
  return async (reply, result) => {
    const hash = createHash('sha256')
    const parts: Buffer[] = []
    let length = 0
    const add = (text: string) => {
      const bytes = Buffer.from(text)
      parts.push(bytes)
      hash.update(bytes)
      length += bytes.length
    }
    add(`${writeOthers(result).slice(0, -1)},"${name}":[`)
    for await (const items of (result as Record<string, AsyncIterable<unknown[]>>)[name] ?? []) {
      const written = items.map((value) => writeItem(publish ? publish(value, config) : value)).join(',')
      if (written !== '') add(parts.length > 1 ? `,${written}` : written)
    }
    add(']}')
    const etag = `"${hash.digest('base64url')}"`
    reply.header('etag', etag)
    if (matchesEtag(reply.request.headers['if-none-match'], etag)) return reply.status(304).send()
    reply.type('application/json; charset=utf-8')
    if (length < STREAMED_FROM_BYTES) return reply.send(Buffer.concat(parts))
    return reply.header('content-length', length).send(Readable.from(released(parts)))
  }
}

function* released(parts: Buffer[]): Generator<Buffer> {
  for (let part = parts.shift(); part; part = parts.shift()) yield part
}

function sendPdf(reply: FastifyReply, result: unknown): FastifyReply {
  const { body, disposition } = result as Download
  return reply.type('application/pdf').header('content-disposition', disposition).send(body)
}
