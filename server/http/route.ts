import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { AccessOf, BodyOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from '#contract/endpoint.ts'
import type { Language } from '#contract/locale.ts'
import type { Role } from '#contract/users.ts'

/** The caller: from the verified token and the stored account, never from the input (G4). */
export type Caller = {
  id: string
  role: Role
  name: string
  surname: string
  language: Language | ''
  sessionId: string
  /** Whether the e-mail address is confirmed. */
  isConfirmed: boolean
}

type CallerOf<E> = AccessOf<E> extends 'anyone' ? Caller | undefined : Caller

/** Available before the body is read. */
export type Early<E> = {
  params: ParamsOf<E>
  user: CallerOf<E>
  /** The client's address, which limits count. */
  address: string
  log: FastifyBaseLogger
}

/** The input of a handler, checked and parsed. */
export type Call<E, Found> = Early<E> & {
  query: QueryOf<E>
  body: BodyOf<E>
  found: Found
  /** For uploads only: the multipart stream. */
  request: FastifyRequest
  /** Another status than the endpoint's, for a repeated call. */
  setStatus: (status: number) => void
  /** Keeps cached responses: the call has changed nothing. */
  setUnchanged: () => void
  /** Additional response headers. */
  setHeader: (name: string, value: string) => void
}

/** A file as response (`download` in the endpoint). */
export type Download = { body: Buffer; disposition: string }

/** The response of an `unbounded` call: its array in batches, each read when the one before is written. */
export type InBatches<Response> = {
  [Name in keyof Response]: Response[Name] extends (infer Item)[]
    ? Response[Name] | AsyncIterable<Item[]>
    : Response[Name]
}

export type Handler<E, Found> = {
  /** Loads the resource and checks access: 404 and 403 come before 400 (decision 27). */
  find?: (early: Early<E>) => Promise<Found>
  handle: (call: Call<E, Found>) => Promise<ResponseOf<E> | InBatches<ResponseOf<E>> | Download>
  /** The response to a repeated idempotency key, from the `_id` of the first one: for responses of more than 1 kB. */
  replay?: (early: Early<E>, id: string) => Promise<ResponseOf<E>>
}

export type Route = {
  endpoint: Endpoint
  handler: Handler<Endpoint, unknown>
}

/** An endpoint and its handler. When `handle` runs, the caller is known and the input is parsed. */
export function route<const E, Found = undefined>(
  endpoint: E,
  handler: Handler<E, Found> | Handler<E, Found>['handle'],
): Route {
  const full = typeof handler === 'function' ? { handle: handler } : handler
  return { endpoint, handler: full } as unknown as Route
}
