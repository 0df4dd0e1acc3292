import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { isLanguage, type Locale } from '../contract/locale.ts'

type Messages = Record<string, (() => string) | ((inputs: object) => string)>

const COMPILED = new URL('../languages/compiled/', import.meta.url)
const IMPORT = /import \{[^}]*\bm\b[^}]*\} from '(?:#contract|\.)\/texts\.ts'/
const USE = /(?<![\w.$])m\.(\w+)\b(\(\))?/g

/**
 * Inlines the texts of one locale into the code of a client, so that a chunk contains its own texts in
 * one language. The document of the build is named after its locale.
 */
export function inlineMessages(): Plugin {
  let messages: Messages
  let locale: Locale
  return {
    name: 'inline-messages',
    apply: 'build',
    enforce: 'pre',
    // The client is built by Vite's own environment in the quoted texts, and by one for each language.
    applyToEnvironment: ({ name }) => name === 'client' || isLanguage(name),
    async buildStart() {
      const { name } = this.environment
      locale = isLanguage(name) ? name : 'en-quoted'
      messages = await import(new URL(`messages/${locale}.js`, COMPILED).href)
    },
    load: {
      filter: { id: /\/languages\/compiled\/messages\/_index\.js$/ },
      handler: () => ({ code: 'export {}', moduleSideEffects: false }),
    },
    transform: {
      filter: { id: /\/(contract|web)\/[^?]+\.tsx?(\?full)?$/, code: /\bm\./ },
      handler(code) {
        if (!IMPORT.test(code)) return
        const functions = new Map<string, string>()
        const inlined = code.replace(USE, (use, key: string, isCall: string | undefined) => {
          const message = messages[key]
          if (!message) throw new Error(`There is no message '${key}'`)
          if (isCall) return JSON.stringify((message as () => string)())
          functions.set(key, String(message))
          return use.replace('m.', '$m_')
        })
        const consts = [...functions].map(([key, source]) => `const $m_${key} = ${source}`)
        const registry = functions.values().some((source) => source.includes('registry.'))
          ? [`import * as registry from ${JSON.stringify(fileURLToPath(new URL('registry.js', COMPILED)))}`]
          : []
        return { code: [...registry, ...consts, inlined].join('\n') }
      },
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const html = bundle['index.html']
        if (locale === 'en-quoted' || html?.type !== 'asset') return
        delete bundle['index.html']
        this.emitFile({ type: 'asset', fileName: `index.${locale}.html`, source: html.source })
      },
    },
  }
}
