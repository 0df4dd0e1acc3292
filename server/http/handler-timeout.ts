import type { FastifyInstance, FastifyReply } from 'fastify'
import { m } from '#contract/texts.ts'
import { ApiError, unavailable } from '../lib/errors.ts'

const HANDLER_TIMEOUT_MS = 15_000
const SWEEP_MS = 1000

/**
 * Responds 503 when a handler exceeds the timeout, and 408 when the request's body does. The timeout is the same for
 * all, so requests expire in order: one timer checks the oldest. Uploads have that of the connection.
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

const tooSlow = () => new ApiError(408, 'BAD_REQUEST', m.general_malformed())
