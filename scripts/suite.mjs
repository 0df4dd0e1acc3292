// `npm run test:deep`, `test:faults`, `test:load`: what takes too long for every change. Like bootstrap.mjs it
// starts with nothing installed.
import { ensureInstalled, pinnedNode } from './install.mjs'
import { main, Refusal, run, toolEnv } from './run.mjs'

const VITEST = ['node_modules/vitest/vitest.mjs', 'run', '--config']

/** @type {Record<string, string[]>} */
const SUITES = {
  deep: [...VITEST, 'vitest.deep.config.ts'],
  faults: [...VITEST, 'vitest.faults.config.ts'],
  load: ['server/test/load/run.ts'],
}

await main(async (root) => {
  const [name = '', ...words] = process.argv.slice(2)
  const command = SUITES[name]
  if (!command)
    throw new Refusal(`There is no suite '${name}'. There are: ${Object.keys(SUITES).join(', ')}.`)
  await ensureInstalled(root)
  const isLong = words.includes('--long')
  const env = { ...toolEnv(root), ...(isLong && { LONG: '1' }) }
  const rest = words.filter((word) => word !== '--long')
  return run(pinnedNode(root), [...command, ...rest], { cwd: root, env })
})
