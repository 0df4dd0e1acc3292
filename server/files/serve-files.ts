import type { FastifyInstance } from 'fastify'
import type { Services } from '../lib/services.ts'

/** `GET /files/{name}`: uploads, looked up in the database, never a path from the address (F4). */
export function serveFiles(_app: FastifyInstance, _services: Services): void {}
