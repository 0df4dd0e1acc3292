import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { compressFiles } from './compress.mjs'
import { fingerprint } from './fingerprint.mjs'
import { ensureInstalled, pinnedNode } from './install.mjs'
import { withLock } from './lock.mjs'
import { main, Refusal, run } from './run.mjs'

/** The web application with its pages for the server, and the server itself. */
const CONFIGS = ['vite.config.ts', 'vite.server.config.ts']
const OUTPUTS = ['dist/web', 'dist/pages', 'dist/server']
/** `scripts` holds parts of vite.config.ts. */
const SOURCES = [
  'web',
  'server',
  'contract',
  'scripts',
  ...CONFIGS,
  'tsconfig.json',
  'package.json',
  'package-lock.json',
]

/**
 * Builds web application and server unless the last build was made of the same sources. Says nothing when
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
  console.log('Building …')
  const sources = fingerprint(root, SOURCES)
  rmSync(stampPath(root), { force: true })
  for (const config of CONFIGS) {
    const code = await run(
      pinnedNode(root),
      ['node_modules/vite/bin/vite.js', 'build', '--config', config, '--logLevel', 'warn'],
      { cwd: root, env: { ...process.env, NODE_ENV: 'production' } },
    )
    if (code !== 0) throw new Refusal(`Building by ${config} failed (its own lines are above).`)
  }
  compressFiles(join(root, 'dist/web'))
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
