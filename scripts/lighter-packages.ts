import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const NODE_MODULES = fileURLToPath(new URL('../node_modules/', import.meta.url))
const OWN_ICON = fileURLToPath(new URL('../web/ui/create-icon.ts', import.meta.url))

/** The server's own way of routing needs the whole, so this is for the browser. */
const LIGHTER = /\/(react-router\/dist\/production\/lib|query-core\/build\/modern|@base-ui\/\w+)\//

/** What files of the router, the query cache and the windows import of others, in place of the others; a name that is missing fails the build. */
const REPLACED = [
  {
    by: /\/(dom\/lib|lib\/components)\.js$/,
    file: /\/ssr\/components\.js$/,
    // Prefetching by a framework's manifest: our pages are fetched by web/lib/preload.ts.
    code: `
      import { createContext, useRef } from 'react'
      export const FrameworkContext = createContext(undefined)
      export const PrefetchPageLinks = () => null
      export const usePrefetchBehavior = () => [false, useRef(null), {}]
      export const mergeRefs = (...refs) => (value) => {
        for (const ref of refs) {
          if (typeof ref === 'function') ref(value)
          else if (ref != null) ref.current = value
        }
      }`,
  },
  {
    by: /\/router\/router\.js$/,
    file: /\/instrumentation\.js$/,
    // Nobody hands the router any instrumentations.
    code: `
      export const consumeInstrumentationClientResultMetaReceiver = () => undefined
      export const getRouteInstrumentationUpdates = () => ({})
      export const instrumentClientSideRouter = (router) => router`,
  },
  {
    by: /\/query\.js$/,
    file: /\/infiniteQueryBehavior\.js$/,
    // Our lists have pages.
    code: 'export const infiniteQueryBehavior = () => undefined',
  },
  {
    by: /\/@base-ui\//,
    file: /^@base-ui\/utils\/safeReact$/,
    // A copy of all of React would keep all of it; these three are what is read of it.
    code: `
      import { useId, useInsertionEffect, useLayoutEffect } from 'react'
      export const SafeReact = { useId, useInsertionEffect, useLayoutEffect }`,
  },
] as const
const ROUTER = /\/react-router\/dist\/production\/lib\/.+\.js$/
const PREFIX = '\0lighter:'

/** Leaves out of the built pages what four packages carry for other uses than ours. */
export function lighterPackages(): Plugin {
  return {
    name: 'lighter-packages',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer) {
      if (!importer || !LIGHTER.test(importer) || this.environment.name !== 'client') return undefined
      const index = REPLACED.findIndex(({ by, file }) => by.test(importer) && file.test(source))
      return index < 0 ? undefined : `${PREFIX}${index}`
    },
    load(id) {
      const replaced = id.startsWith(PREFIX) && REPLACED[Number(id.slice(PREFIX.length))]
      if (replaced) return { code: replaced.code, moduleType: 'js' }
      // An icon's drawing is all that is used of its file; the keys in it are for React, which needs none here.
      if (id.endsWith('/lucide-react/dist/esm/createLucideIcon.mjs')) {
        return { code: `export { createIcon as default } from ${JSON.stringify(OWN_ICON)}`, moduleType: 'js' }
      }
      return undefined
    },
    transform(code, id) {
      if (ROUTER.test(id) && this.environment.name === 'client') {
        return { code: withoutAdvice(code, this.parse(code)), map: null }
      }
      if (/\/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/.test(id)) {
        return { code: code.replaceAll(/, key: "\w+"/g, '').replace('__iconData.node;', ''), map: null }
      }
      if (!id.endsWith('.tsx') || !code.includes("'lucide-react'")) return undefined
      return { code: withIconFiles(code), map: null }
    },
  }
}

/** Whoever writes routes reads what is wrong with them in development, where the router is whole. */
function withoutAdvice(code: string, program: object): string {
  const advice: { start: number; end: number }[] = []
  const look = (node: unknown) => {
    if (node === null || typeof node !== 'object') return
    const { type, callee, arguments: given } = node as Partial<Call>
    const text = type === 'CallExpression' && ADVISERS.has(callee?.name ?? '') ? given?.[1] : undefined
    if (text && LITERALS.has(text.type)) advice.push(text)
    else for (const part of Object.values(node)) look(part)
  }
  look(program)
  for (const { start, end } of advice.sort((a, b) => b.start - a.start))
    code = `${code.slice(0, start)}''${code.slice(end)}`
  return code
}

type Call = {
  type: string
  callee: { name?: string }
  arguments: { type: string; start: number; end: number }[]
}
const ADVISERS = new Set(['invariant', 'warning', 'warnOnce'])
const LITERALS = new Set(['Literal', 'StringLiteral', 'TemplateLiteral'])

/** Each icon from its own file, so that it travels with who shows it and not with all others. */
function withIconFiles(code: string): string {
  return code.replaceAll(/import \{([^}]+)\} from 'lucide-react'/g, (_, names: string) =>
    names
      .split(',')
      .flatMap((name) => name.trim() || [])
      .map((name) => {
        const [exported = '', local = exported] = name.split(' as ')
        return `import ${local} from 'lucide-react/icons/${fileOf(exported)}'`
      })
      .join('\n'),
  )
}

/** 'Trash2' is in trash-2.mjs, 'BellIcon' is another name of 'Bell'. */
function fileOf(name: string): string {
  const file = name
    .replace(/(?<=.)Icon$/, '')
    .replaceAll(/([a-z])([A-Z0-9])|([0-9])([A-Z])/g, '$1$3-$2$4')
    .toLowerCase()
  if (!existsSync(`${NODE_MODULES}lucide-react/dist/esm/icons/${file}.mjs`)) {
    throw new Error(`No file of lucide-react has the icon ${name}`)
  }
  return file
}
