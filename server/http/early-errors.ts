import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { m } from '#contract/texts.ts'
import { ApiError, notFound } from '../lib/errors.ts'
import { localeOfHeader, runInLocale } from '../lib/locale.ts'
import { type HeaderSettings, securityHeaders } from './security-headers.ts'

const STATUS_LINES: Record<number, string> = {
  400: '400 Bad Request',
  408: '408 Request Timeout',
  431: '431 Request Header Fields Too Large',
}

/**
 * Errors raised by Fastify and Node before our hooks and the error handler of app.ts: responds with the common body,
 * without repeating the input.
 */
export function earlyErrors(settings: HeaderSettings) {
  /** Headers that our hooks would have set; not cacheable (G11). */
  const headers = {
    ...securityHeaders(settings),
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    vary: 'Accept-Language',
  }
  return {
    /** A URL that cannot be decoded or has a too long parameter: 404. */
    frameworkErrors(_error: unknown, request: FastifyRequest, reply: FastifyReply): void {
      const { status, body } = runInLocale(localeOfHeader(request.headers['accept-language']), notFound)
      const text = JSON.stringify(body)
      reply.raw.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(text) }).end(text)
    },

    /** Malformed HTTP, too slow, or too many headers (G8). */
    clientErrorHandler(error: Error & { code?: string }, socket: Socket): void {
      if (error.code === 'ECONNRESET' || socket.destroyed) return
      const status =
        error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
      const { body } = new ApiError(status, 'BAD_REQUEST', m.general_malformed())
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
