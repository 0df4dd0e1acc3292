// `npm run build`, and the build that other scripts need: the web application, its pages for the server, the server.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { CliError, main, pinnedNode, run } from '../bin/cli.mjs'
import { fingerprint } from './fingerprint.mjs'
import { ensureInstalled } from './install.mjs'
import { compileLanguages } from './languages.mjs'

const CONFIGS = ['vite.config.ts', 'vite.server.config.ts']
const OUTPUTS = ['dist/web', 'dist/pages', 'dist/server']
export const SOURCES = [
  'bin',
  'contract',
  'languages',
  'scripts',
  'server',
  'web',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
  ...CONFIGS,
]
const COMPRESSIBLE = /\.(js|css|svg|json|webmanifest|txt)$/

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

/**
 * Writes a Brotli and a gzip file beside each text file of a folder; @fastify/static serves them, so that no request
 * waits for compression.
 * @param {string} folder
 */
function compressFiles(folder) {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!COMPRESSIBLE.test(name)) continue
    const bytes = readFileSync(join(folder, name))
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes))
    writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes))
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await main(async (root) => {
    await ensureInstalled(root)
    await ensureBuilt(root)
  })
}
