import type { uploadImage, uploadPdf } from '#contract/uploads.ts'
import { apiUrl, signOutOn401 } from './api.ts'
import { type Failure, failureOf } from './api-failure.ts'
import { auth } from './auth.ts'

type Options = {
  /** From 0 to 1. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
}

/** Sends one file; never throws. XMLHttpRequest, because fetch tells nothing about the way up. */
export function upload(
  endpoint: typeof uploadImage | typeof uploadPdf,
  file: File,
  { onProgress, signal }: Options = {},
): Promise<{ url: string } | Failure> {
  return new Promise((resolve) => {
    const token = auth.token()
    const call = new XMLHttpRequest()
    const body = new FormData()
    body.append('file', file)
    call.open(endpoint.method, apiUrl(endpoint))
    call.responseType = 'json'
    call.setRequestHeader('Accept', 'application/json')
    if (token) call.setRequestHeader('Authorization', `Bearer ${token}`)
    call.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0)
    call.onload = () => {
      signOutOn401(call.status, token)
      const url = firstUrlOf(call.response)
      const isDone = call.status >= 200 && call.status < 300 && url !== undefined
      resolve(isDone ? { url } : failureOf(endpoint, call.status, call.response))
    }
    call.onerror = () => resolve(failureOf(endpoint, 0))
    call.onabort = () => resolve(failureOf(endpoint, 0))
    signal?.addEventListener('abort', () => call.abort())
    call.send(body)
  })
}

function firstUrlOf(response: unknown): string | undefined {
  if (typeof response !== 'object' || response === null || !('secure_urls' in response)) return undefined
  const [first]: unknown[] = Array.isArray(response.secure_urls) ? response.secure_urls : []
  return typeof first === 'string' ? first : undefined
}
