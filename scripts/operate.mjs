// `npm run backup`, `restore` and `db:move`: the operator's commands on the pinned Node, with the settings of .env.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, pinnedNode } from './install.mjs'
import { main, run } from './run.mjs'

await main(async (root) => {
  await ensureInstalled(root)
  const settings = existsSync(join(root, '.env')) ? ['--env-file=.env'] : []
  return run(pinnedNode(root), [...settings, 'server/operator.ts', ...process.argv.slice(2)], { cwd: root })
})
