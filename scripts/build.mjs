import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { fingerprint } from './fingerprint.mjs'
import { ensureInstalled, pinnedNode } from './install.mjs'
import { withLock } from './lock.mjs'
import { main, Refusal, run } from './run.mjs'

const BUILD = ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn']
const OUTPUTS = ['dist/web', 'dist/pages']
/** `scripts` holds parts of vite.config.ts. */
const SOURCES = [
  'web',
  'contract',
  'scripts',
  'vite.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
]

/**
 * Builds the web application unless the last build was made of the same sources. Says nothing when
 * there is nothing to do.
 * @param {string} root
 */
export async function ensureBuilt(root) {
  if (isBuilt(root)) return
  await withLock(root, async () => {
    if (!isBuilt(root)) await build(root)
  })
}

/** @param {string} root */
async function build(root) {
  console.log('Building the web application …')
  const sources = fingerprint(root, SOURCES)
  rmSync(stampPath(root), { force: true })
  const code = await run(pinnedNode(root), BUILD, {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (code !== 0) throw new Refusal(`Building the web application failed (its own lines are above).`)
  mkdirSync(dirname(stampPath(root)), { recursive: true })
  writeFileSync(stampPath(root), sources)
}

/** @param {string} root */
function isBuilt(root) {
  if (![...OUTPUTS.map((path) => join(root, path)), stampPath(root)].every(existsSync)) return false
  return readFileSync(stampPath(root), 'utf8') === fingerprint(root, SOURCES)
}

/** @param {string} root */
function stampPath(root) {
  return join(root, 'dist', '.built-sources')
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await main(async (root) => {
    await ensureInstalled(root)
    await ensureBuilt(root)
    return 0
  })
}
