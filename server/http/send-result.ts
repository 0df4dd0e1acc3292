import type { FastifyReply } from 'fastify'
import type { Endpoint, Page } from '#contract/endpoint.ts'
import type { Config } from '../config.ts'
import { urlPublisher } from '../files/publish-urls.ts'
import type { Download } from './route.ts'

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

function sendPdf(reply: FastifyReply, result: unknown): FastifyReply {
  const { body, disposition } = result as Download
  return reply.type('application/pdf').header('content-disposition', disposition).send(body)
}
