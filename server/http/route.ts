import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { AccessOf, BodyOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from '#contract/endpoint.ts'
import type { Role } from '#contract/users.ts'
import type { LimitRule } from '../lib/limits.ts'

/** Who calls: read from the verified token and the stored account, never from what was sent (G4). */
export type Caller = { id: string; role: Role; name: string; surname: string; sessionId: string }

type CallerOf<E> = AccessOf<E> extends 'anyone' ? Caller | undefined : Caller

/** What is known before the body is read. */
export type Early<E> = {
  params: ParamsOf<E>
  user: CallerOf<E>
  /** The address that the limits count. */
  address: string
  log: FastifyBaseLogger
}

/** What a handler gets: everything checked and parsed. */
export type Call<E, Found> = Early<E> & {
  query: QueryOf<E>
  body: BodyOf<E>
  found: Found
  /** For uploads only: the multipart stream. */
  request: FastifyRequest
  /** Another status than the endpoint's, for a repeated call. */
  setStatus: (status: number) => void
  /** More response headers. */
  setHeader: (name: string, value: string) => void
}

/** A file as answer (`answers` in the endpoint). */
export type Download = { body: Buffer; disposition: string }

export type Handler<E, Found> = {
  /** Limits besides those of all calls; taken before anything is looked up. */
  limits?: readonly LimitRule[]
  /** Finds what the address names, and whether the caller may have it: 404 and 403 come before 400 (decision 27). */
  find?: (early: Early<E>) => Promise<Found>
  handle: (call: Call<E, Found>) => Promise<ResponseOf<E> | Download>
}

export type Route = {
  endpoint: Endpoint
  handler: Handler<Endpoint, unknown>
}

/** A call and what it does. By the time `handle` runs, the caller is known and the input is parsed. */
export function route<const E, Found = undefined>(
  endpoint: E,
  handler: Handler<E, Found> | Handler<E, Found>['handle'],
): Route {
  const full = typeof handler === 'function' ? { handle: handler } : handler
  return { endpoint, handler: full } as unknown as Route
}
