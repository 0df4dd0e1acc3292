import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { CliError, main, run } from './cli.mjs'
import { compressFiles } from './compress.mjs'
import { fingerprint } from './fingerprint.mjs'
import { ensureInstalled, pinnedNode } from './install.mjs'
import { compileLanguages } from './languages.mjs'

/** The web application with its pages for the server, and the server itself. */
const CONFIGS = ['vite.config.ts', 'vite.server.config.ts']
const OUTPUTS = ['dist/web', 'dist/pages', 'dist/server']
const SOURCES = [
  ...[
    'bin',
    'web',
    'server',
    'contract',
    'languages',
    'scripts',
    'tsconfig.json',
    'package.json',
    'package-lock.json',
  ],
  ...CONFIGS,
]

/**
 * Builds web application and server unless the build is up to date.
 * @param {string} root
 */
export async function ensureBuilt(root) {
  compileLanguages()
  const stampFile = join(root, 'dist', '.built-sources')
  const stamp = fingerprint(root, SOURCES)
  const isBuilt = [...OUTPUTS.map((path) => join(root, path)), stampFile].every(existsSync)
  if (isBuilt && readFileSync(stampFile, 'utf8') === stamp) return

  console.log('Building …')
  rmSync(stampFile, { force: true })
  const env = { ...process.env, NODE_ENV: 'production' }
  for (const config of CONFIGS) {
    const args = ['node_modules/vite/bin/vite.js', 'build', '--config', config, '--logLevel', 'warn']
    const code = await run(pinnedNode(root), args, { cwd: root, env })
    if (code !== 0) throw new CliError(`The build of ${config} failed (see above).`)
  }
  compressFiles(join(root, 'dist/web'))
  writeFileSync(stampFile, stamp)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await main(async (root) => {
    await ensureInstalled(root)
    await ensureBuilt(root)
  })
}
