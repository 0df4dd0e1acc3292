import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

/** React's own packages and one about it, and the file of each that a production build would choose when it runs. */
const ENTRIES: readonly (readonly [entry: RegExp, file: string])[] = [
  [/\/node_modules\/react\/index\.js$/, 'cjs/react.production.js'],
  [/\/node_modules\/react\/jsx-runtime\.js$/, 'cjs/react-jsx-runtime.production.js'],
  [/\/node_modules\/react-dom\/index\.js$/, 'cjs/react-dom.production.js'],
  [/\/node_modules\/react-dom\/client\.js$/, 'cjs/react-dom-client.production.js'],
  [/\/node_modules\/scheduler\/index\.js$/, 'cjs/scheduler.production.js'],
  [
    /\/node_modules\/use-sync-external-store\/shim\/index\.js$/,
    '../cjs/use-sync-external-store-shim.production.js',
  ],
  [
    /\/node_modules\/use-sync-external-store\/shim\/with-selector\.js$/,
    '../cjs/use-sync-external-store-shim/with-selector.production.js',
  ],
]

const WHOLE = /^import (\w+)(, *\{[^}]*\})? from (["'](?:react|react-dom)["']);?$/gm

const takeAll = (_: string, name: string, others: string | undefined, from: string) =>
  [`import * as ${name} from ${from}`, others && `import ${others.slice(1)} from ${from}`]
    .filter(Boolean)
    .join('\n')

/**
 * React comes as CommonJS, which costs every file of the built pages a wrapper and all of them a helper of the
 * bundler's in a request of its own. Read as modules, its functions are imported by name like everything else; a
 * name that is missing fails the build.
 */
export function modernReact(): Plugin {
  const found = new Set<string>()
  return {
    name: 'modern-react',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    load(id) {
      const file = ENTRIES.find(([entry]) => entry.test(id))?.[1]
      if (file === undefined) return
      found.add(file)
      return { code: asModule(file, readFileSync(join(dirname(id), file), 'utf8')), moduleType: 'js' }
    },
    buildEnd(error) {
      const missing = ENTRIES.filter(([, file]) => !found.has(file)).map(([, file]) => file)
      if (!error && missing.length > 0)
        this.error(`scripts/modern-react.ts: nothing led to ${missing.join(', ')}.`)
    },
    /** Packages that take React as a whole get all of its names. */
    transform(code, id) {
      if (!id.includes('/node_modules/') || !WHOLE.test(code)) return
      return { code: code.replace(WHOLE, takeAll), map: null }
    },
  }
}

/** `var Scheduler = require("scheduler"), React = require("react");` */
const REQUIRED = /^var (?:\w+ = require\(.+?\)[,;]\s*)+/m

/**
 * What React throws to itself, made while it is read. An error of its own would note where it was made, for which V8
 * reads the whole file a second time: 55 ms on a phone.
 */
const SIGNAL = /\b(\w+Exception) = Error\((formatProdErrorMessage\(\d+\))\)/g

/** `exports.useId = …` becomes a variable that is exported as `useId`, `require` an import. */
function asModule(file: string, code: string): string {
  const names = new Set([...code.matchAll(/\bexports\.(\w+) =/g)].map(([, name = '']) => name))
  const body = code
    .replace(REQUIRED, (list) =>
      list.replaceAll(/(?:var)?\s*(\w+) = require\((.+?)\)[,;]/g, 'import * as $1 from $2;'),
    )
    .replaceAll(/\bexports\.(\w+)/g, '$$$1')
    // Asked for by React's test tools, and never there.
    .replaceAll(/\bScheduler\.(log|unstable_setDisableYieldValue)\b/g, 'undefined')
    .replaceAll(SIGNAL, '$1 = { __proto__: Error.prototype, message: $2 }')
  if (names.size === 0 || /\b(require\(|module\.exports\b)/.test(body))
    throw new Error(`scripts/modern-react.ts: ${file} is written in another way than it was.`)
  return [
    `var ${[...names].map((name) => `$${name}`).join(', ')}`,
    body,
    `export { ${[...names].map((name) => `$${name} as ${name}`).join(', ')} }`,
  ].join('\n')
}
