import type { FastifyInstance, FastifyReply } from 'fastify'
import { texts } from '#contract/texts.ts'
import { ApiError, unavailable } from '../lib/errors.ts'

const HANDLER_TIMEOUT_MS = 15_000
const SWEEP_MS = 1000

/**
 * Answers 503 when a handler takes too long, and 408 when the client does, whose body has not come. All have the same limit, so they run out in the order in which they
 * came: one clock looks at the oldest, and no request needs a timer of its own. Uploads have the time of the request.
 */
export function addHandlerTimeout(app: FastifyInstance): void {
  const open = new Map<FastifyReply, number>()
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.routeOptions.config.endpoint?.sends) open.set(reply, performance.now() + HANDLER_TIMEOUT_MS)
    done()
  })
  app.addHook('onResponse', (_request, reply, done) => {
    open.delete(reply)
    done()
  })
  const clock = setInterval(() => {
    for (const [reply, end] of open) {
      if (end > performance.now()) break
      open.delete(reply)
      if (reply.sent) continue
      if (reply.request.raw.complete) reply.send(unavailable())
      else reply.header('connection', 'close').send(tooSlow())
    }
  }, SWEEP_MS).unref()
  app.addHook('onClose', async () => clearInterval(clock))
}

const tooSlow = () => new ApiError(408, 'BAD_REQUEST', texts.general.malformed)
