import type { Endpoint } from '#contract/endpoint.ts'
import { type CallOptions, send } from './api.ts'
import { type Failure, readFailure } from './api-failure.ts'

/** Saves the response of an endpoint as a file, named by the server. Never throws. */
export async function download<E extends Endpoint>(
  endpoint: E,
  options: CallOptions<E>,
  fallbackName: string,
): Promise<Failure | undefined> {
  const response = await send(endpoint, options)
  if (!(response instanceof Response)) return response
  if (!response.ok) return readFailure(endpoint, response)
  try {
    save(await response.blob(), fileNameOf(response.headers.get('Content-Disposition')) ?? fallbackName)
    return undefined
  } catch {
    return readFailure(endpoint, Response.error())
  }
}

/** Saves an uploaded file under the given name; if that fails, opens it in a new tab. */
export async function saveFile(url: string, fileName: string) {
  try {
    const response = await fetch(url)
    if (!response.ok) throw new Error(`${url} responded with ${response.status}`)
    save(await response.blob(), fileName)
  } catch (error) {
    // Logged, and opened instead (PROF-09).
    console.error(error)
    press({ href: url, target: '_blank', rel: 'noopener noreferrer' })
  }
}

/** name_surname_CV.pdf; characters that file systems refuse become `_` (decision 46). */
export function cvFileName({ name, surname }: { name: string; surname: string }): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: file systems refuse them
  return `${name}_${surname}_CV.pdf`.replaceAll(/[\\/:*?"<>|\u0000-\u001f]/g, '_')
}

/** The name in a Content-Disposition header; the encoded form wins. */
export function fileNameOf(header: string | null): string | undefined {
  if (!header) return undefined
  const encoded = /filename\*\s*=\s*UTF-8''([^;\s]+)/i.exec(header)?.[1]
  const plain = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(header)
  const name = encoded ? decode(encoded) : (plain?.[1]?.replaceAll(/\\(.)/g, '$1') ?? plain?.[2])
  // The last segment only: no path traversal.
  return name?.split(/[/\\]/).at(-1)?.trim() || undefined
}

function decode(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

const REVOKE_AFTER_MS = 60_000

function save(content: Blob, fileName: string) {
  const href = URL.createObjectURL(content)
  press({ href, download: fileName })
  setTimeout(() => URL.revokeObjectURL(href), REVOKE_AFTER_MS)
}

function press(attributes: { href: string; download?: string; target?: string; rel?: string }) {
  const link = Object.assign(document.createElement('a'), attributes)
  document.body.append(link)
  link.click()
  link.remove()
}
