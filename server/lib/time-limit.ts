import type { FastifyInstance, FastifyReply } from 'fastify'
import { unavailable } from './errors.ts'

const HANDLER_TIMEOUT_MS = 15_000
const SWEEP_MS = 1000

/**
 * Answers 503 when a handler takes too long. All have the same limit, so they run out in the order in which they
 * came: one clock looks at the oldest, and no request needs a timer of its own. Uploads have the time of the request.
 */
export function limitHandlingTime(app: FastifyInstance): void {
  const open = new Map<FastifyReply, number>()
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.routeOptions.config.endpoint?.sends) open.set(reply, Date.now() + HANDLER_TIMEOUT_MS)
    done()
  })
  app.addHook('onResponse', (_request, reply, done) => {
    open.delete(reply)
    done()
  })
  const clock = setInterval(() => {
    for (const [reply, end] of open) {
      if (end > Date.now()) break
      open.delete(reply)
      if (!reply.sent) reply.send(unavailable())
    }
  }, SWEEP_MS).unref()
  app.addHook('onClose', async () => clearInterval(clock))
}
