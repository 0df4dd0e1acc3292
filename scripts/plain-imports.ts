import type { Plugin } from 'vite'

const HELPER = '\0vite/preload-helper.js'
const MARKER = /,\s*__VITE_PRELOAD__/g
const RUNTIME = 'rolldown-runtime'
const EXPORT_ALL = /^import \{ (?:\w+ as )?__exportAll \} from "[^"]*";$/m
const OWN_EXPORT_ALL = `const __exportAll = (all) => {
  const names = {};
  for (const name in all) Object.defineProperty(names, name, { get: all[name], enumerable: true });
  return names;
};`

/**
 * `import('./OfferPage.tsx')` stays what it is. Vite would wrap it in a function that first fetches style sheets and
 * the files behind the page, by a list of all their names: but there is one style sheet, which every document has,
 * and a page comes in few files (scripts/shared-chunk.ts). The bundler's own helper, four lines, would be a request
 * of its own; each file that needs it has it inside.
 */
export function plainImports(): Plugin {
  return {
    name: 'plain-imports',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    load: (id) => (id === HELPER ? 'export const __vitePreload = (load) => load()' : undefined),
    renderChunk: (code) => ({
      code: code.replaceAll(MARKER, '').replace(EXPORT_ALL, OWN_EXPORT_ALL),
      map: null,
    }),
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
      const runtime = chunks.find(({ name }) => name === RUNTIME)
      if (!runtime || chunks.some((chunk) => chunk !== runtime && chunk.code.includes(RUNTIME))) return
      for (const chunk of chunks) chunk.imports = chunk.imports.filter((file) => file !== runtime.fileName)
      delete bundle[runtime.fileName]
    },
  }
}
