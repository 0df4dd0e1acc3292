import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { texts } from '#contract/texts.ts'
import { ApiError, notFound } from '../lib/errors.ts'
import { type HeaderSettings, securityHeaders } from './security-headers.ts'

const STATUS_LINES: Record<number, string> = {
  400: '400 Bad Request',
  408: '408 Request Timeout',
  431: '431 Request Header Fields Too Large',
}

/**
 * Failures that Fastify and Node answer by themselves, before our hooks and the error handler of app.ts: in
 * our one body, and without repeating what was sent.
 */
export function earlyErrors(settings: HeaderSettings) {
  /** Those that our hooks would have set; and nobody keeps it (G11). */
  const headers = {
    ...securityHeaders(settings),
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  }
  return {
    /** An address that cannot be decoded, or with a name longer than any of ours: nothing is there. */
    frameworkErrors(_error: unknown, _request: FastifyRequest, reply: FastifyReply): void {
      const { status, body } = notFound()
      const text = JSON.stringify(body)
      reply.raw.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(text) }).end(text)
    },

    /** What is no HTTP, too slow, or has too many headers (G8). */
    clientErrorHandler(error: Error & { code?: string }, socket: Socket): void {
      if (error.code === 'ECONNRESET' || socket.destroyed) return
      const status =
        error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
      const { body } = new ApiError(status, 'BAD_REQUEST', texts.general.malformed)
      const text = JSON.stringify(body)
      const head = Object.entries({
        ...headers,
        'content-length': Buffer.byteLength(text),
        connection: 'close',
      })
      if (socket.writable) {
        const lines = head.map(([name, value]) => `${name}: ${value}\r\n`).join('')
        socket.write(`HTTP/1.1 ${STATUS_LINES[status]}\r\n${lines}\r\n${text}`)
      }
      socket.destroy(error)
    },
  }
}
