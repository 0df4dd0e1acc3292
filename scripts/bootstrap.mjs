// `npm run demo`, `npm start` and `npm run dev`: make the checkout ready, then run the server.
// This file and what it imports use nothing but Node's own modules and run on any Node from 20 on,
// because nothing is installed yet when they start.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled, pinnedNode } from './install.mjs'
import { main, run } from './run.mjs'

const dev = process.argv.includes('--dev')
const demo = process.argv.includes('--demo')
const serverArgs = process.argv.slice(2).filter((arg) => arg !== '--dev' && arg !== '--demo')

await main(async (root) => {
  await ensureInstalled(root)
  // In development the server builds pages as they are asked for.
  if (!dev) await ensureBuilt(root)

  // Named folders: everything that is imported would include the file that Vite writes at each start.
  const watch = dev ? ['--watch-path=server', '--watch-path=contract', '--watch-preserve-output'] : []
  const settings = existsSync(join(root, '.env')) ? ['--env-file=.env'] : []
  const env = {
    NODE_ENV: dev ? 'development' : 'production',
    // Saves a third of every later start.
    NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'),
    ...process.env,
  }
  if (demo) {
    const code = await run(pinnedNode(root), [...settings, 'demo/main.ts'], { cwd: root, env })
    if (code !== 0) return code
  }
  const program = dev ? 'server/main.ts' : 'dist/server/main.cjs'
  return run(pinnedNode(root), [...watch, ...settings, program, ...serverArgs], { cwd: root, env })
})
