import type {
  BodyInputOf,
  BodyOf,
  Endpoint,
  Page,
  ParamsOf,
  QueryOf,
  ResponseOf,
} from '#contract/endpoint.ts'
import { getLocale } from '#contract/locale.ts'
import { ApiError, type Failure, failureOf, isFailure, readFailure } from './api-failure.ts'
import { auth } from './auth.ts'

/** The target and transport of requests. */
export type Api = { base: string; fetch: typeof fetch }

/** The browser's default. The server creates an `Api` for each rendering (entry-server.tsx). */
export const browserApi: Api = {
  base: import.meta.env.VITE_API_BASE ?? '/api',
  fetch: (...given) => fetch(...given),
}

/** Resolves to the data, or to a failure with the text to show; never throws. */
export function request<E extends Endpoint>(
  endpoint: E,
  ...[options]: OptionsArgument<E>
): Promise<ResponseOf<E> | Failure> {
  return requestFrom(browserApi, endpoint, options)
}

/** `request` that throws `ApiError`. */
export function call<E extends Endpoint>(
  endpoint: E,
  ...[options]: OptionsArgument<E>
): Promise<ResponseOf<E>> {
  return callFrom(browserApi, endpoint, options)
}

export async function callFrom<E extends Endpoint>(
  api: Api,
  endpoint: E,
  options?: CallOptions<E>,
): Promise<ResponseOf<E>> {
  const result = await requestFrom(api, endpoint, options)
  if (isFailure(result)) throw new ApiError(result)
  return result
}

async function requestFrom<E extends Endpoint>(
  api: Api,
  endpoint: E,
  options: CallOptions<E> = {},
): Promise<ResponseOf<E> | Failure> {
  const response = await send(endpoint, options, api)
  if (!(response instanceof Response)) return response
  if (!response.ok) return readFailure(endpoint, response)
  if (response.status === 204) return {} as ResponseOf<E>
  const body: unknown = await response.json().catch(() => undefined)
  if (body === undefined) return failureOf(endpoint, response.status)
  return (endpoint.list ? pageOf(endpoint.list.wrap, body, response.headers) : body) as ResponseOf<E>
}

type QueryValue = string | number | boolean | readonly string[] | null | undefined

/** Empty values, null and false are left out of the query string; lists are joined by commas. */
export type CallOptions<E extends Endpoint> = {
  params?: ParamsOf<E>
  query?: { [Key in keyof QueryOf<E>]?: QueryValue }
  /** The input of a preprocessing schema is `unknown`; its output is the type then. */
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

/** The options are required only where the path has parameters. */
export type OptionsArgument<E extends Endpoint> =
  Has<ParamsOf<E>> extends true ? [CallOptions<E> & NeedsParams<E>] : [CallOptions<E>?]

/** The URL of a request, with every variable part encoded. */
export function apiUrl(
  { path }: Pick<Endpoint, 'path'>,
  { params, query }: Pick<RawOptions, 'params' | 'query'> = {},
  { base }: Pick<Api, 'base'> = browserApi,
) {
  const filled = path.replaceAll(/:(\w+)/g, (_, key: string) =>
    encodeURIComponent(String((params as Record<string, unknown> | undefined)?.[key] ?? '')),
  )
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries((query ?? {}) as Record<string, QueryValue>)) {
    const text = Array.isArray(value) ? value.join(',') : value === false ? '' : String(value ?? '')
    if (text !== '') search.set(key, text)
  }
  return `${base}${filled}${search.size > 0 ? `?${search}` : ''}`
}

/** The language of the document, not of the browser; `*` without a chosen one (LANG-02). */
export const acceptLanguage = () => (getLocale() === 'en-quoted' ? '*' : getLocale())

/** The raw response, whatever its status, or the network failure. */
export async function send(
  endpoint: Endpoint,
  { params, query, body, signal }: RawOptions,
  api = browserApi,
): Promise<Response | Failure> {
  const token = auth.token()
  const headers: Record<string, string> = {
    Accept: endpoint.download === 'pdf' ? 'application/pdf' : 'application/json',
    'Accept-Language': acceptLanguage(),
  }
  if (token) headers.Authorization = `Bearer ${token}`
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  try {
    const response = await api.fetch(apiUrl(endpoint, { params, query }, api), {
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

/** A 401 for the current token ends the session (decision 26). */
export function signOutOn401(status: number, sentToken: string | undefined) {
  if (status === 401 && sentToken !== undefined && sentToken === auth.token()) auth.signOut('expired')
}

/** An array, or an object that wraps it; without the header its length is the total (decision 29). */
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
