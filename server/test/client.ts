import type { BodyInputOf, Endpoint, ParamsOf, QueryInputOf, ResponseOf } from '#contract/endpoint.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { API_PREFIX } from '../http/api-prefix.ts'

type Sent<E> = {
  params?: ParamsOf<E> | Record<string, string>
  query?: QueryInputOf<E> | Record<string, string>
  /** Any body may be sent, since invalid input is tested. */
  body?: BodyInputOf<E> | Record<string, unknown>
  /** The token: that of an account of the builders, or a raw one. */
  as?: { token: string } | string
  headers?: Record<string, string>
  /** Aborts the request. */
  signal?: AbortSignal
}

export type CallResponse<Body> = { status: number; body: Body; headers: Headers }

/** An HTTP client for the contract's endpoints. */
export function createClient(url: string) {
  async function send<E extends Endpoint>(endpoint: E, sent: Sent<E> = {}): Promise<CallResponse<unknown>> {
    const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent((sent.params as Record<string, string> | undefined)?.[name] ?? ''),
    )
    const query = new URLSearchParams(sent.query as Record<string, string> | undefined).toString()
    const token = typeof sent.as === 'string' ? sent.as : sent.as?.token
    const hasBody = sent.body !== undefined
    const response = await fetch(`${url}${API_PREFIX}${path}${query ? `?${query}` : ''}`, {
      method: endpoint.method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(hasBody ? { 'content-type': 'application/json' } : {}),
        ...sent.headers,
      },
      ...(hasBody ? { body: JSON.stringify(sent.body) } : {}),
      ...(sent.signal ? { signal: sent.signal } : {}),
    })
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    const body = isJson ? await response.json() : await response.text()
    return { status: response.status, body, headers: response.headers }
  }

  return {
    /** The response whatever its status, typed as a success. For lists `items` and `total` are read from the wire. */
    async call<E extends Endpoint>(endpoint: E, sent: Sent<E> = {}): Promise<CallResponse<ResponseOf<E>>> {
      const response = await send(endpoint, sent)
      if (!endpoint.list || response.status >= 400) return response as CallResponse<ResponseOf<E>>
      const wire = response.body as Record<string, unknown>
      const items = endpoint.list.wrap ? wire[endpoint.list.wrap] : wire
      const total = Number(response.headers.get('x-total-count'))
      const hires = response.headers.get('x-total-hires')
      const page = hires === null ? { items, total } : { items, total, hires: Number(hires) }
      return { ...response, body: page as ResponseOf<E> }
    },

    /** The response of a call that is expected to fail. */
    async refusal<E extends Endpoint>(endpoint: E, sent: Sent<E> = {}): Promise<CallResponse<ErrorBody>> {
      return (await send(endpoint, sent)) as CallResponse<ErrorBody>
    },
  }
}
