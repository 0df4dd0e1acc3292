// Compiles languages/*.json to languages/compiled/ after a change: one typed function for each message (decision 58).
// Called by the configurations of Vite and Vitest, so that neither building nor testing needs a separate step.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { pinnedNode } from '../bin/cli.mjs'
import { fingerprint } from './fingerprint.mjs'

const FILE = fileURLToPath(import.meta.url)
const ROOT = dirname(dirname(FILE))
const OUT = join(ROOT, 'languages', 'compiled')
const STAMP = '.sources'
const BASE = 'en'
/** Every catalogue. */
const LOCALES = readdirSync(join(ROOT, 'languages')).flatMap(
  (name) => /^([\w-]+)\.json$/.exec(name)?.[1] ?? [],
)

/** Replaces the library's own, which detects the locale by cookies and addresses. */
const RUNTIME = `export { getLocale } from '../../contract/locale.ts'
export const experimentalStaticLocale = undefined
/** @typedef {import('../../contract/locale.ts').Locale} Locale */
/** @typedef {string} LocalizedString */
/**
 * @template _Inputs
 * @template _Options
 * @template _Markup
 * @typedef {{ parts?: never }} MessageMetadata
 */
`

/** Replaces the library's `plural`, which constructs its rules for each text: a seventh of the time to render `/offers`. */
const REGISTRY = `export * from './formats.js'
/** @type {Map<string, Intl.PluralRules>} */
const known = new Map()
/** @type {typeof import('./formats.js').plural} */
export function plural(locale, input, options) {
  const key = locale + JSON.stringify(options)
  const rules = known.get(key) ?? new Intl.PluralRules(locale, options)
  known.set(key, rules)
  return rules.select(Number(input))
}
`

export function compileLanguages() {
  if (isCompiled()) return
  // A separate process: the library's database leaves timers of 30 s behind.
  const { status } = spawnSync(pinnedNode(ROOT), [FILE], { stdio: 'inherit' })
  if (status !== 0) throw new Error('The languages could not be compiled (see above).')
}

const isCompiled = () => existsSync(join(OUT, STAMP)) && readFileSync(join(OUT, STAMP), 'utf8') === stamp()

const stamp = () =>
  fingerprint(ROOT, [
    ...LOCALES.map((locale) => `languages/${locale}.json`),
    'scripts/languages.mjs',
    'package-lock.json',
  ])

async function compileNow() {
  const { compile } = await import('@inlang/paraglide-js')
  const project = join(ROOT, 'node_modules', '.cache', 'languages', `${process.pid}.inlang`)
  const outdir = `${OUT}.${process.pid}`
  mkdirSync(project, { recursive: true })
  writeFileSync(join(project, 'settings.json'), JSON.stringify(settings()))
  const compiledStamp = stamp()
  await compile({
    project,
    outdir,
    outputStructure: 'locale-modules',
    emitGitIgnore: false,
    emitPrettierIgnore: false,
    emitReadme: false,
  })
  rmSync(join(outdir, 'server.js'))
  const index = join(outdir, 'messages', '_index.js')
  // Only values for a sentence, never a function that somebody forgot to call.
  writeFileSync(index, readFileSync(index, 'utf8').replaceAll('NonNullable<unknown>', 'string | number'))
  writeFileSync(join(outdir, 'runtime.js'), RUNTIME)
  renameSync(join(outdir, 'registry.js'), join(outdir, 'formats.js'))
  writeFileSync(join(outdir, 'registry.js'), REGISTRY)
  writeFileSync(join(outdir, STAMP), compiledStamp)
  rmSync(project, { recursive: true })
  rmSync(OUT, { recursive: true, force: true })
  renameSync(outdir, OUT)
}

const settings = () => ({
  baseLocale: BASE,
  locales: LOCALES,
  telemetry: 'off',
  modules: [join(ROOT, 'node_modules/@inlang/plugin-message-format/dist/index.js')],
  'plugin.inlang.messageFormat': { pathPattern: join(ROOT, 'languages/{locale}.json') },
})

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  if (!isCompiled()) await compileNow()
  process.exit()
}
