import { z } from 'zod'
import type { CallLimit } from './call-limits.ts'
import type { Text } from './texts.ts'
import type { Topic } from './topics.ts'

/**
 * Required role: for `anyone` the token is optional; the others need a valid one (401) of that role (403). For everybody
 * but moderators, calls of `moderator` do not exist (404).
 */
export type Access = 'anyone' | 'signed-in' | 'developer' | 'recruiter' | 'moderator'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

type Shape = z.ZodType

/**
 * One call of the API as data. The server makes its route, its checks and its serialiser from it, the web
 * client its types, and the OpenAPI document its page. `failure` is the catalogue text of the call
 * (decision 27): shown for 5xx and network failures, and sent as the server's message for 403 and 404.
 */
export type Endpoint<
  P extends Shape = Shape,
  Q extends Shape = Shape,
  B extends Shape = Shape,
  R extends Shape = Shape,
  A extends Access = Access,
> = {
  method: Method
  path: string
  access: A
  /** Limits of this call, counted before any look-up; by default the shared one of lists, or of writes. */
  limits: readonly CallLimit[]
  /** Topics of the response: a public read is cached until one of them changes; empty is not cached. */
  shows: readonly Topic[]
  /** False for personal data, which no cache stores. */
  cached: boolean
  /** Topics of which a successful write makes every cached response and page stale. */
  changes: readonly Topic[]
  summary: string
  params: P
  query: Q
  body: B
  response: R
  status: 200 | 201 | 204
  failure?: Text
  /** The message of a 401, instead of the general one. */
  unauthenticated?: Text
  /** A list call returns a page; on the wire it is the array (or `{ [wrap]: array }`) and X-Total-Count. */
  list?: { item: Shape; wrap?: string }
  /** The array of the response that has no bound; it is written in parts, and one at a time to each person. */
  unbounded?: string
  /** One at a time for each person: it looks at everything that they have (X6). */
  serialPerPerson?: true
  /** A form body is accepted too, and ignored. */
  acceptsForm?: boolean
  /** Bodies that are not JSON. */
  sends?: 'multipart'
  /** Responses that are not JSON. */
  download?: 'pdf'
  /** Bytes; 256 kB by default (decision 32). */
  maxBodyBytes?: number
}

export const Nothing = z.object({})

type Defaults<T, Fallback extends Shape> = T extends Shape ? T : Fallback
type Signature = { params?: Shape; query?: Shape; body?: Shape; response?: Shape; access: Access }
type Rest = Partial<
  Pick<
    Endpoint,
    | 'limits'
    | 'status'
    | 'failure'
    | 'unauthenticated'
    | 'sends'
    | 'acceptsForm'
    | 'unbounded'
    | 'serialPerPerson'
    | 'download'
    | 'maxBodyBytes'
  > &
    Record<'params' | 'query' | 'body' | 'response', Shape>
> &
  Pick<Endpoint, 'method' | 'path' | 'summary'>

/** Public reads must declare the topics they show, writes those they change. */
type Topics =
  | { method: 'GET'; access: 'anyone'; shows: readonly Topic[]; cached?: false; changes?: never }
  | { method: 'GET'; access: Exclude<Access, 'anyone'>; shows?: never; cached?: never; changes?: never }
  | { method: Exclude<Method, 'GET'>; changes: readonly Topic[]; shows?: never; cached?: never }

export function endpoint<const E extends Signature & Rest & Topics>(given: E) {
  return {
    params: Nothing,
    query: Nothing,
    body: Nothing,
    response: Nothing,
    status: 200,
    limits: given.method === 'GET' ? [] : (['write'] as const),
    shows: [],
    cached: true,
    changes: [],
    ...given,
  } as unknown as Endpoint<
    Defaults<E['params'], typeof Nothing>,
    Defaults<E['query'], typeof Nothing>,
    Defaults<E['body'], typeof Nothing>,
    Defaults<E['response'], typeof Nothing>,
    E['access']
  >
}

/** A page of a list on both sides of the wire: its rows and the number of all matches. */
export type Page<Item> = { items: Item[]; total: number; hires?: number | undefined }

/** A list call (decision 29). `wrap` puts the array under a key (decision 29). */
export function listEndpoint<const E extends Signature & Rest & Topics, I extends Shape>(
  given: E & { item: I; wrap?: string },
) {
  const { item, wrap, ...rest } = given
  const array = z.array(item)
  return {
    ...endpoint({ limits: ['lists'], ...rest } as unknown as E),
    response: wrap ? z.object({ [wrap]: array }) : array,
    list: wrap ? { item, wrap } : { item },
  } as unknown as Endpoint<
    Defaults<E['params'], typeof Nothing>,
    Defaults<E['query'], typeof Nothing>,
    Defaults<E['body'], typeof Nothing>,
    z.ZodType<Page<z.output<I>>, Page<z.input<I>>>,
    E['access']
  > & { list: { item: I; wrap?: string } }
}

export type ParamsOf<E> = E extends Endpoint<infer P, Shape, Shape, Shape> ? z.output<P> : never
export type QueryOf<E> = E extends Endpoint<Shape, infer Q, Shape, Shape> ? z.output<Q> : never
export type QueryInputOf<E> = E extends Endpoint<Shape, infer Q, Shape, Shape> ? z.input<Q> : never
export type BodyOf<E> = E extends Endpoint<Shape, Shape, infer B, Shape> ? z.output<B> : never
export type BodyInputOf<E> = E extends Endpoint<Shape, Shape, infer B, Shape> ? z.input<B> : never
export type ResponseOf<E> = E extends Endpoint<Shape, Shape, Shape, infer R> ? z.output<R> : never
export type AccessOf<E> = E extends Endpoint<Shape, Shape, Shape, Shape, infer A> ? A : never
