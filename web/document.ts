import { escapeJson } from './lib/escape-html.ts'
import { type PageState, STATE_ID } from './page-state.ts'

/** The relevant part of Vite's manifest. */
export type Manifest = Record<string, { file: string; name?: string; isEntry?: boolean; imports?: string[] }>

type Parts = {
  head: string
  /** Inside `#app`. */
  html: string
  state: PageState
  /** The page's source file in web/. */
  file: string | undefined
}

/** Composes documents from the built index.html, which is split once, and the manifest of the same build. */
export function createDocuments(template: string, manifest: Manifest) {
  const entry = Object.values(manifest).find(({ isEntry }) => isEntry)
  if (!entry) throw new Error('The manifest names no entry')
  const script = elementWith(template, `src="/${entry.file}"`, '</script>')
  const styles = elementWith(template, 'rel="stylesheet"', '>')
  const [beforeStyles, beforeHead, beforeScript, afterScript, beforeApp, beforeState, end] = split(template, [
    '<!--styles-->',
    '<!--head-->',
    script,
    styles,
    '<!--app-->',
    '<!--state-->',
  ])
  // Styles block the first paint, so they are requested first; Vite puts them last.
  const start = [beforeStyles, styles, beforeHead].join('')
  const body = [afterScript, beforeApp].join('')

  const chunksOf = (file: string | undefined) =>
    filesOf(manifest, keyOf(manifest, file)).filter((chunk) => !template.includes(chunk))

  return {
    /** A rendered page. Its code is only listed: public/theme.js fetches it after the first paint. */
    page({ head, html, state, file }: Parts): string {
      const chunks = chunksOf(file).map((chunk) => `<link rel="later" crossorigin href="/${chunk}">`)
      const code = `<link rel="later" crossorigin href="/${entry.file}" data-entry>`
      const data = `<script type="application/json" id="${STATE_ID}">${escapeJson(state)}</script>`
      return [start, head, ...chunks, beforeScript, code, body, html, beforeState, data, end].join('')
    },

    /** The document for a client-rendered page: its code loads at once. */
    shell(file: string | undefined): string {
      const chunks = chunksOf(file).map(
        (chunk) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${chunk}">`,
      )
      return [start, NO_INDEX, ...chunks, beforeScript, script, body, beforeState, end].join('')
    },
  }
}

const NO_INDEX = '<meta name="robots" content="noindex">'

/** The element around `attribute`, as written by Vite. */
function elementWith(template: string, attribute: string, end: string): string {
  const at = template.indexOf(attribute)
  if (at < 0) throw new Error(`index.html lacks ${attribute}`)
  return template.slice(template.lastIndexOf('<', at), template.indexOf(end, at) + end.length)
}

function split(template: string, markers: readonly string[]) {
  const parts: string[] = []
  let rest = template
  for (const marker of markers) {
    const at = rest.indexOf(marker)
    if (at < 0) throw new Error(`index.html lacks ${marker}`)
    parts.push(rest.slice(0, at))
    rest = rest.slice(at + marker.length)
  }
  return [...parts, rest]
}

/** A page's chunk has the name of its file, even where it also holds modules shared with other pages. */
function keyOf(manifest: Manifest, file: string | undefined) {
  const name = file?.slice(file.lastIndexOf('/') + 1).replace(/\.\w+$/, '')
  return Object.keys(manifest).find((key) => manifest[key]?.name === name)
}

/** A chunk and its static imports, so that the browser fetches them in parallel with the entry. */
function filesOf(manifest: Manifest, key: string | undefined, seen = new Set<string>()): string[] {
  const chunk = key === undefined ? undefined : manifest[key]
  if (!key || !chunk || seen.has(key)) return []
  seen.add(key)
  return [chunk.file, ...(chunk.imports ?? []).flatMap((next) => filesOf(manifest, next, seen))]
}
