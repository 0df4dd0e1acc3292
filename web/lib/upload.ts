import type { uploadImage, uploadMessageFile, uploadPdf } from '#contract/uploads.ts'
import { acceptLanguage, apiUrl, signOutOn401 } from './api.ts'
import { type Failure, failureOf } from './api-failure.ts'
import { auth } from './auth.ts'

type Options = {
  /** From 0 to 1. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
}

/** Uploads one file; never throws. XMLHttpRequest, because fetch reports no upload progress. */
export function upload(
  endpoint: typeof uploadImage | typeof uploadPdf | typeof uploadMessageFile,
  file: File,
  { onProgress, signal }: Options = {},
): Promise<{ url: string } | Failure> {
  return new Promise((resolve) => {
    const token = auth.token()
    const xhr = new XMLHttpRequest()
    const body = new FormData()
    body.append('file', file)
    xhr.open(endpoint.method, apiUrl(endpoint))
    xhr.responseType = 'json'
    xhr.setRequestHeader('Accept', 'application/json')
    xhr.setRequestHeader('Accept-Language', acceptLanguage())
    if (token) xhr.setRequestHeader('Authorization', `Bearer ${token}`)
    xhr.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0)
    xhr.onload = () => {
      signOutOn401(xhr.status, token)
      const url = firstUrlOf(xhr.response)
      const isDone = xhr.status >= 200 && xhr.status < 300 && url !== undefined
      resolve(isDone ? { url } : failureOf(endpoint, xhr.status, xhr.response))
    }
    xhr.onerror = () => resolve(failureOf(endpoint, 0))
    xhr.onabort = () => resolve(failureOf(endpoint, 0))
    signal?.addEventListener('abort', () => xhr.abort())
    xhr.send(body)
  })
}

function firstUrlOf(response: unknown): string | undefined {
  if (typeof response !== 'object' || response === null || !('secure_urls' in response)) return undefined
  const [first]: unknown[] = Array.isArray(response.secure_urls) ? response.secure_urls : []
  return typeof first === 'string' ? first : undefined
}
