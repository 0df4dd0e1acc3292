import type {
  BodyInputOf,
  BodyOf,
  Endpoint,
  Page,
  ParamsOf,
  QueryOf,
  ResponseOf,
} from '#contract/endpoint.ts'
import type { ErrorBody, ErrorCode } from '#contract/errors.ts'
import { texts } from '#contract/texts.ts'
import { auth } from './auth.ts'

/** What a service gives instead of data (DECISION 3). `status` 0 is a network failure. */
export type Failure = {
  error: true
  message: string
  status: number
  code?: ErrorCode
  fields?: Record<string, string>
}

/** Never throws: the data, or a failure with the text to show. */
export async function request<E extends Endpoint>(
  endpoint: E,
  ...[options = {} as CallOptions<E>]: OptionsArgument<E>
): Promise<ResponseOf<E> | Failure> {
  const response = await send(endpoint, options)
  if (!(response instanceof Response)) return response
  if (!response.ok) return readFailure(endpoint, response)
  if (response.status === 204) return {} as ResponseOf<E>
  const body: unknown = await response.json().catch(() => undefined)
  if (body === undefined) return failureOf(endpoint, response.status)
  return (endpoint.list ? pageOf(endpoint.list.wrap, body, response.headers) : body) as ResponseOf<E>
}

/** The same for query functions: throws `ApiError`. */
export async function call<E extends Endpoint>(
  endpoint: E,
  ...options: OptionsArgument<E>
): Promise<ResponseOf<E>> {
  const result = await request(endpoint, ...options)
  if (isFailure(result)) throw new ApiError(result)
  return result
}

export class ApiError extends Error {
  readonly status: number
  readonly code: ErrorCode | undefined
  readonly fields: Record<string, string> | undefined

  constructor({ message, status, code, fields }: Omit<Failure, 'error'>) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.fields = fields
  }
}

export function isFailure(result: unknown): result is Failure {
  return typeof result === 'object' && result !== null && 'error' in result && result.error === true
}

/** What was asked for is not there, and will not be there a second time. */
export const isMissing = (error: ApiError | null) => error?.status === 404 || error?.status === 410

type QueryValue = string | number | boolean | readonly string[] | null | undefined

/** Empty values, null and false are left out of the query; lists are joined by commas. */
export type CallOptions<E extends Endpoint> = {
  params?: ParamsOf<E>
  query?: { [Key in keyof QueryOf<E>]?: QueryValue }
  /** What a schema reads through a preprocessing step is typed by what comes out of it. */
  body?: unknown extends BodyInputOf<E> ? BodyOf<E> : BodyInputOf<E>
  signal?: AbortSignal | undefined
}

type RawOptions = { params?: unknown; query?: unknown; body?: unknown; signal?: AbortSignal | undefined }

type Has<T> = unknown extends T
  ? false
  : string extends keyof T
    ? false
    : keyof T extends never
      ? false
      : true
type NeedsParams<E extends Endpoint> = Has<ParamsOf<E>> extends true ? { params: ParamsOf<E> } : object

/** The options may be left out only where the path has no parameters. */
export type OptionsArgument<E extends Endpoint> =
  Has<ParamsOf<E>> extends true ? [CallOptions<E> & NeedsParams<E>] : [CallOptions<E>?]

let base: string = import.meta.env.VITE_API_BASE ?? '/api'
let fetcher: typeof fetch = (...given) => fetch(...given)

/** The server renders pages with its own way to the API. */
export function configureApi(settings: { base?: string; fetch?: typeof fetch }) {
  base = settings.base ?? base
  fetcher = settings.fetch ?? fetcher
}

/** The address of a call, with everything that varies encoded. */
export function addressOf(
  endpoint: Pick<Endpoint, 'path'>,
  { params, query }: Pick<RawOptions, 'params' | 'query'>,
) {
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, key: string) =>
    encodeURIComponent(String((params as Record<string, unknown> | undefined)?.[key] ?? '')),
  )
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries((query ?? {}) as Record<string, QueryValue>)) {
    const text = Array.isArray(value) ? value.join(',') : value === false ? '' : String(value ?? '')
    if (text !== '') search.set(key, text)
  }
  return `${base}${path}${search.size > 0 ? `?${search}` : ''}`
}

/** The raw answer, whatever its status, or the failure of the network. */
export async function send(
  endpoint: Endpoint,
  { params, query, body, signal }: RawOptions,
): Promise<Response | Failure> {
  const token = auth.token()
  const headers: Record<string, string> = {
    Accept: endpoint.answers === 'pdf' ? 'application/pdf' : 'application/json',
  }
  if (token) headers.Authorization = `Bearer ${token}`
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  try {
    const response = await fetcher(addressOf(endpoint, { params, query }), {
      method: endpoint.method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    })
    signOutOn401(response.status, token)
    return response
  } catch {
    return failureOf(endpoint, 0)
  }
}

/** A 401 on a call that carried the token still in use means: signed out (DECISION 2). */
export function signOutOn401(status: number, sentToken: string | undefined) {
  if (status === 401 && sentToken !== undefined && sentToken === auth.token()) auth.signOut('expired')
}

export async function readFailure(endpoint: Endpoint, response: Response): Promise<Failure> {
  return failureOf(endpoint, response.status, await response.json().catch(() => undefined))
}

/** The server's sentence for 400-499, the catalogue text of the call for everything else (DECISIONS 3, 85). */
export function failureOf(endpoint: Endpoint, status: number, body?: unknown): Failure {
  const failure: Failure = {
    error: true,
    message: endpoint.failure ?? texts.general.requestFailed,
    status,
  }
  if (!isErrorBody(body)) return failure
  failure.code = body.code
  if (status < 400 || status > 499) return failure
  failure.message = body.message
  if (body.fields) failure.fields = body.fields
  return failure
}

function isErrorBody(body: unknown): body is ErrorBody {
  return isFailure(body) && typeof body.message === 'string' && body.message !== ''
}

/** An array, or an object that wraps it; without the header its length is the total (DECISION 6). */
function pageOf(wrap: string | undefined, body: unknown, headers: Headers): Page<unknown> {
  const wrapped = (body as Record<string, unknown> | null)?.[wrap ?? 'offers']
  const items: unknown[] = Array.isArray(body) ? body : Array.isArray(wrapped) ? wrapped : []
  const page: Page<unknown> = { items, total: countIn(headers, 'X-Total-Count') ?? items.length }
  const hires = countIn(headers, 'X-Total-Hires')
  if (hires !== undefined) page.hires = hires
  return page
}

function countIn(headers: Headers, name: string) {
  const text = headers.get(name)
  return text !== null && /^\d+$/.test(text) ? Number(text) : undefined
}
