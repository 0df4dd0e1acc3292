import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Endpoint, Page } from '#contract/endpoint.ts'
import type { Config } from '../config.ts'
import { urlPublisher } from '../files/publish-urls.ts'
import { inParts } from '../lib/turns.ts'
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
  if (endpoint.unbounded) return partsSender(endpoint, config)
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

/** Items written without a pause (X1). */
const PART = 200

/** Writes a response with an unbounded array in parts: ten thousand items in one turn would block the event loop. */
function partsSender({ response, unbounded: name = '' }: Endpoint, config: Config): SendResult {
  const { [name]: array, ...others } = (response as z.ZodObject).shape
  const item = (array as z.ZodArray).element as z.ZodType
  const publish = urlPublisher(item)
  const writeItem = createSerialiser(item)
  const writeOthers = createSerialiser(z.object(others))
  return async (reply, result) => {
    const hash = createHash('sha256')
    const parts: Buffer[] = []
    const add = (text: string) => {
      const bytes = Buffer.from(text)
      parts.push(bytes)
      hash.update(bytes)
    }
    add(`${writeOthers(result).slice(0, -1)},"${name}":[`)
    await inParts((result as Record<string, unknown[]>)[name] ?? [], PART, async (items) => {
      const written = items.map((value) => writeItem(publish ? publish(value, config) : value)).join(',')
      add(parts.length > 1 ? `,${written}` : written)
    })
    add(']}')
    reply.header('etag', `"${hash.digest('base64url')}"`)
    // A buffer: Fastify would serialise a string once more.
    return reply.type('application/json; charset=utf-8').send(Buffer.concat(parts))
  }
}

function sendPdf(reply: FastifyReply, result: unknown): FastifyReply {
  const { body, disposition } = result as Download
  return reply.type('application/pdf').header('content-disposition', disposition).send(body)
}
