// `npm run demo`, `npm start` and `npm run dev`: install and build what is missing, then run the server.
// Before any install: scripts/*.mjs import only Node's own modules, and run on Node 20 or newer.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { main, pinnedNode, run } from '../bin/cli.mjs'
import { deleteLoginVariables } from '../bin/settings.mjs'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { compileLanguages } from './languages.mjs'
import { ALLOCATOR, NODE_FLAGS } from './memory.mjs'

const isDev = process.argv.includes('--dev')
const isDemo = process.argv.includes('--demo')
const serverArgs = process.argv.slice(2).filter((arg) => arg !== '--dev' && arg !== '--demo')

await main(async (root) => {
  await ensureInstalled(root)
  if (isDev) compileLanguages()
  else await ensureBuilt(root)

  deleteLoginVariables()
  const env = {
    NODE_ENV: isDev ? 'development' : 'production',
    // Saves a third of every later start.
    NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'),
    ...ALLOCATOR,
    ...process.env,
  }
  const settings = existsSync(join(root, '.env')) ? ['--env-file=.env'] : []
  const node = (/** @type {string[]} */ ...args) =>
    run(pinnedNode(root), [...settings, ...args], { cwd: root, env })

  if (isDemo) {
    const code = await node('demo/main.ts')
    if (code !== 0) return code
  }
  if (!isDev) return node(...NODE_FLAGS, 'dist/server/main.cjs', ...serverArgs)
  // Not plain --watch, which follows every import, also a file that Vite writes at each start.
  const watch = ['--watch-path=server', '--watch-path=contract', '--watch-preserve-output']
  return node(...watch, 'server/main.ts', ...serverArgs)
})
