import type { Endpoint } from '#contract/endpoint.ts'
import { type CallOptions, send } from './api.ts'
import { type Failure, readFailure } from './api-failure.ts'

/** Saves the file that a call answers with, under the name that the server gives it. Never throws. */
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

/** Saves a stored file under a name of ours; if that fails, opens it in a new tab. */
export async function saveFile(url: string, fileName: string) {
  try {
    const response = await fetch(url)
    if (!response.ok) throw new Error(`${url} answered ${response.status}`)
    save(await response.blob(), fileName)
  } catch (error) {
    // "CV download failure: console error, fallback opens the file in a new tab" (SPEC 8).
    console.error(error)
    press({ href: url, target: '_blank', rel: 'noopener noreferrer' })
  }
}

/** name_surname_CV.pdf; what no file system takes becomes `_` (DECISION 68). */
export function cvFileName({ name, surname }: { name: string; surname: string }): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are among what is not allowed
  return `${name}_${surname}_CV.pdf`.replaceAll(/[\\/:*?"<>|\u0000-\u001f]/g, '_')
}

/** The name in a Content-Disposition header; the encoded form wins. */
export function fileNameOf(header: string | null): string | undefined {
  if (!header) return undefined
  const encoded = /filename\*\s*=\s*UTF-8''([^;\s]+)/i.exec(header)?.[1]
  const plain = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(header)
  const name = encoded ? decode(encoded) : (plain?.[1]?.replaceAll(/\\(.)/g, '$1') ?? plain?.[2])
  // A name, never a way through folders.
  return name?.split(/[/\\]/).at(-1)?.trim() || undefined
}

function decode(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

const KEEP_MS = 60_000

function save(content: Blob, fileName: string) {
  const href = URL.createObjectURL(content)
  press({ href, download: fileName })
  setTimeout(() => URL.revokeObjectURL(href), KEEP_MS)
}

function press(attributes: { href: string; download?: string; target?: string; rel?: string }) {
  const link = Object.assign(document.createElement('a'), attributes)
  document.body.append(link)
  link.click()
  link.remove()
}
