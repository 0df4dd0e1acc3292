// `npm run backup`, `restore`, `db:move` and the commands about a user: server/operator.ts with the settings of .env.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { main, run } from './cli.mjs'
import { ensureInstalled, pinnedNode } from './install.mjs'

await main(async (root) => {
  await ensureInstalled(root)
  const settings = existsSync(join(root, '.env')) ? ['--env-file=.env'] : []
  return run(pinnedNode(root), [...settings, 'server/operator.ts', ...process.argv.slice(2)], { cwd: root })
})
