import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  bodyOf,
  type Document,
  type Encoding,
  encodingFor,
  etagOf,
  isKnown,
} from '../cache/cached-response.ts'
import { freshnessOf, whenForgotten } from '../cache/response-cache.ts'
import { LIMIT_RULES } from '../lib/limits.ts'
import type { Labelled } from '../operations/histogram.ts'
import { requestIdOf } from '../operations/request-id.ts'
import type { Services } from '../services.ts'

declare module 'fastify' {
  interface FastifyReply {
    /** The kept document that this answer is. */
    shown: Document | undefined
  }
}

/** An answer as it was sent: its headers by turns, the last one the number of the request. */
type Sent = {
  status: 200 | 304
  head: string[]
  body: Buffer | undefined
  meter: Labelled
}
type Repeat = {
  document: Document
  isFresh: () => boolean
  isCounted: boolean
  addressOf: (raw: IncomingMessage) => string
  sent: Partial<Record<Encoding, Sides>>
}
/** The two answers to who accepts an encoding. */
type Sides = { etag: string; 200?: Sent; 304?: Sent }

const MAX_REPEATS = 4000

/**
 * Sends a document that a cache keeps once more, with the headers that it had, before the framework begins: routing
 * and hooks cost twice as much as the sending. What carries a token, comes from another origin, or has changed
 * takes the whole way, as does the first request for each address, encoding and status.
 */
export function repeatAnswers(app: FastifyInstance, { limits, meters }: Pick<Services, 'limits' | 'meters'>) {
  const repeats = new Map<string, Repeat>()
  let isStopping = false

  app.decorateReply('shown', undefined)
  app.addHook('onResponse', (request, reply, done) => {
    if (reply.shown) void remember(request, reply)
    done()
  })
  app.addHook('preClose', (done) => {
    isStopping = true
    done()
  })
  const [whole] = app.server.listeners('request') as RequestListener[]
  if (!whole) throw new Error('The framework does not listen')
  app.server.removeAllListeners('request')
  app.server.on('request', (request, response) => {
    if (!tryRepeat(request, response)) whole.call(app.server, request, response)
  })

  async function remember(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { shown: document, statusCode: status } = reply
    const address = request.raw.url
    if (!document || address === undefined || (status !== 200 && status !== 304)) return
    if (!isForAnybody(request.raw) || request.routeOptions.config.hasLimits) return
    const isFresh = freshnessOf(document)
    if (!isFresh) return
    let repeat = repeats.get(address)
    if (repeat?.document !== document) {
      if (repeats.size >= MAX_REPEATS) repeats.clear()
      repeat = {
        ...{ document, isFresh, sent: {}, addressOf: addressReader(request) },
        isCounted: request.routeOptions.url !== undefined,
      }
      repeats.set(address, repeat)
      whenForgotten(document, () => repeats.get(address)?.document === document && repeats.delete(address))
    }
    const encoding = encodingFor(request.headers['accept-encoding'])
    const head = Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
      name === 'x-request-id' || value === undefined ? [] : [name, String(value)],
    )
    const body = status === 200 ? await bodyOf(document, encoding) : undefined
    const meter = meters.requests.labels('GET', request.routeOptions.url ?? 'none', String(status))
    const sides: Sides = repeat.sent[encoding] ?? { etag: etagOf(document, encoding) }
    repeat.sent[encoding] = sides
    sides[status] = { status, body, head: [...head, 'x-request-id', ''], meter }
  }

  /** Whether it is answered, or will be. */
  function tryRepeat(request: IncomingMessage, response: ServerResponse): boolean {
    const repeat = repeats.get(request.url ?? '')
    if (!repeat || isStopping || !isForAnybody(request)) return false
    const { headers } = request
    const sides = repeat.sent[encodingFor(headers['accept-encoding'])]
    const sent = sides?.[isKnown(headers['if-none-match'], sides.etag) ? 304 : 200]
    if (!sent) return false
    if (!repeat.isFresh()) {
      repeats.delete(request.url ?? '')
      return false
    }
    const counted = repeat.isCounted ? limits.take(LIMIT_RULES.calls, repeat.addressOf(request)) : undefined
    if (counted === undefined) send(sent, request, response)
    else {
      counted.then(
        () => send(sent, request, response),
        () => whole?.call(app.server, request, response),
      )
    }
    return true
  }

  function send({ status, head, body, meter }: Sent, request: IncomingMessage, response: ServerResponse) {
    const started = performance.now()
    head[head.length - 1] = requestIdOf(request.headers)
    response.writeHead(status, head).end(body)
    meter.observe((performance.now() - started) / 1000)
  }
}

/** As the framework finds who asks, also behind proxies: its requests need nothing for that but the raw one. */
function addressReader(request: FastifyRequest) {
  const kind: FastifyRequest = Object.getPrototypeOf(request)
  return (raw: IncomingMessage): string => {
    if (raw.headers['x-forwarded-for'] === undefined) return raw.socket.remoteAddress ?? ''
    return (Object.create(kind, { raw: { value: raw } }) as FastifyRequest).ip
  }
}

function isForAnybody({ method, headers }: IncomingMessage): boolean {
  return (
    method === 'GET' &&
    headers.authorization === undefined &&
    headers.origin === undefined &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined
  )
}
