import { randomUUID } from 'node:crypto'

export type Sent = {
  /** Fills the `:names` of the path. */
  params?: Record<string, string> | undefined
  query?: Record<string, string> | undefined
  /** JSON, or for uploads the bytes of the file. */
  body?: unknown
}

/** Sends one call as a raw request, with the method and path of the contract only. */
export async function send(
  url: string,
  name: string,
  { params = {}, query, body }: Sent,
  token: string | undefined,
): Promise<Response> {
  const [method = '', path = ''] = name.split(' ')
  const filled = path.replaceAll(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ''))
  const search = query ? `?${new URLSearchParams(query)}` : ''
  const isFile = body instanceof Uint8Array
  const form = new FormData()
  if (isFile) form.append('file', new Blob([body as Uint8Array<ArrayBuffer>]), 'a')
  const content = isFile ? form : body === undefined ? undefined : JSON.stringify(body)
  return fetch(`${url}/api${filled}${search}`, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(!isFile && content !== undefined && { 'content-type': 'application/json' }),
    },
    ...(content !== undefined && { body: content }),
  })
}

export const freshEmail = () => `${randomUUID()}@example.com`
