import type { Config } from '../config.ts'

const MAX_BYTES = 2 * 1024 * 1024
const MAX_REDIRECTS = 3
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

type Settings = Pick<Config, 'GITHUB_API_URL' | 'GITHUB_TOKEN' | 'GITHUB_TIMEOUT_MS' | 'PRODUCT_NAME'>

export type ProviderResponse =
  | { kind: 'content'; content: unknown; etag: string | null }
  /** The cached response with this ETag is still valid. */
  | { kind: 'unchanged' }
  /** Missing, or not accessible. */
  | { kind: 'absent' }
  /** A repository without a commit has no tree. */
  | { kind: 'empty' }

/** The repository host is unavailable. `limitedUntil` is the end of its rate limit. */
export class UnavailableError extends Error {
  readonly limitedUntil: number | undefined
  constructor(reason: string, limitedUntil?: number) {
    super(reason)
    this.limitedUntil = limitedUntil
  }
}

/** The response exceeds the size limit. */
export class ResponseTooLargeError extends UnavailableError {}

/**
 * Sends one GET to the repository host (P8): within the timeout, at most 2 MB, redirects on the same host only, which
 * protects the token.
 */
export async function requestProvider(
  settings: Settings,
  path: string,
  etag: string | null,
): Promise<ProviderResponse> {
  const base = settings.GITHUB_API_URL.replace(/\/+$/, '')
  const signal = AbortSignal.timeout(settings.GITHUB_TIMEOUT_MS)
  const headers = {
    accept: 'application/vnd.github+json',
    'user-agent': settings.PRODUCT_NAME.replaceAll(/[^\w.-]/g, '-'),
    'x-github-api-version': '2022-11-28',
    ...(settings.GITHUB_TOKEN ? { authorization: `Bearer ${settings.GITHUB_TOKEN}` } : {}),
    ...(etag ? { 'if-none-match': etag } : {}),
  }
  try {
    let url = new URL(`${base}/${path}`)
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      const response = await fetch(url, { headers, signal, redirect: 'manual' })
      if (![301, 302, 307, 308].includes(response.status)) return await read(response)
      await response.body?.cancel()
      const target = new URL(response.headers.get('location') ?? '', url)
      if (target.origin !== url.origin) throw new UnavailableError(`redirect to ${target.host}`)
      url = target
    }
    throw new UnavailableError('too many redirects')
  } catch (error) {
    if (error instanceof UnavailableError) throw error
    const { cause, message } = error as Error
    throw new UnavailableError(cause instanceof Error ? cause.message : message)
  }
}

async function read(response: Response): Promise<ProviderResponse> {
  const { status, headers } = response
  if (status === 200) {
    return { kind: 'content', content: JSON.parse(await readText(response)), etag: headers.get('etag') }
  }
  await response.body?.cancel()
  if (status === 304) return { kind: 'unchanged' }
  if (status === 409) return { kind: 'empty' }
  const limitedUntil = status === 403 || status === 429 ? limitEnd(headers) : undefined
  if (limitedUntil !== undefined) throw new UnavailableError(`limited (${status})`, limitedUntil)
  // 403 without a rate limit and 451 are repositories blocked by the host.
  if ([403, 404, 410, 451].includes(status)) return { kind: 'absent' }
  throw new UnavailableError(`status ${status}`)
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    // Leaving the loop cancels the stream.
    if (bytes > MAX_BYTES) throw new ResponseTooLargeError('response over 2 MB')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** The end of the host's rate limit, from the headers that it documents; undefined without one. */
function limitEnd(headers: Headers): number | undefined {
  const now = Date.now()
  const within = (at: number) => Math.min(Math.max(at, now + MINUTE_MS), now + HOUR_MS)
  const retryAfter = headers.get('retry-after')
  if (retryAfter !== null) return within(now + Number.parseInt(retryAfter, 10) * 1000 || now)
  if (headers.get('x-ratelimit-remaining') === '0') {
    return within(Number.parseInt(headers.get('x-ratelimit-reset') ?? '', 10) * 1000 || now)
  }
  return undefined
}
