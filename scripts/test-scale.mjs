// `npm run test:scale`: the tests of the server once more, each server being two processes behind a proxy on a
// PostgreSQL and a Redis of their own; then the faults in their short form, on SQLite and on PostgreSQL. `-- --all`
// also runs what tests no engine and what takes minutes, other words go to Vitest (`npm run test:scale -- offers`)
// and leave the faults out. Like bootstrap.mjs it starts with nothing installed.
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createPostgres, createRedis, ensureEngines } from './engines.mjs'
import { ensureInstalled, pinnedNode } from './install.mjs'
import { main, run, toolEnv } from './run.mjs'
import { closingLine, isGreen, tests, vitestCounts } from './test-report.mjs'

const REPORT = 'test-results/scale.json'
const VITEST = 'node_modules/vitest/vitest.mjs'
const REPORTERS = [
  '--allowOnly=false',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${REPORT}`,
]

/** What neither asks the engines nor speaks to a server, or starts its own: `npm test` runs it already. */
const SAME_EVERYWHERE = [
  'contract/**',
  'scripts/**',
  'server/seed/{art,world}*/**',
  'server/seed/world.test.ts',
  'server/start.test.ts',
  'server/applications/letter-layout.test.ts',
  'server/files/{image-workers,file-urls}.test.ts',
  'server/users/common-passwords.test.ts',
  'server/lib/{addresses,mail-transport,paging,tokens}.test.ts',
  'server/{lib,inbox}/plans.test.ts',
  'server/test/faults/chat-kill.test.ts',
  'server/test/model/**',
  'server/test/security/{access-*,fuzz*,leaks,limits,mass-assignment,protocol,uploads,values}.test.ts',
]

await main(async (root) => {
  const given = process.argv.slice(2)
  const isAll = given.includes('--all')
  const filters = given.filter((word) => word !== '--all')
  await ensureInstalled(root)
  await ensureEngines(root)
  mkdirSync(join(root, 'test-results'), { recursive: true })

  /** @param {string} name @param {string[]} command @param {NodeJS.ProcessEnv} env */
  const stageOf = (name, command, env) => {
    rmSync(join(root, REPORT), { force: true })
    return tests(
      name,
      () => run(pinnedNode(root), command, { cwd: root, env }),
      () => vitestCounts(JSON.parse(readFileSync(join(root, REPORT), 'utf8'))),
    )
  }
  /** @param {string[]} words */
  const faults = (...words) => [VITEST, 'run', '--config', 'vitest.faults.config.ts', ...REPORTERS, ...words]

  const engines = [await createPostgres(), await createRedis()]
  const [postgres, redis] = engines
  try {
    for (const engine of engines) await engine.start()
    const env = {
      ...toolEnv(root),
      TEST_DATABASE_URL: postgres?.url,
      TEST_REDIS_URL: redis?.url,
      TEST_NODES: '2',
      // Long forms have their own settings; this is enough to see each fault once.
      LEDGER_SECONDS: process.env.LEDGER_SECONDS ?? (isAll ? '120' : '25'),
    }
    const command = [
      VITEST,
      'run',
      '--project=server',
      '--maxWorkers=2',
      ...REPORTERS,
      ...(isAll || filters.length > 0 ? [] : SAME_EVERYWHERE.map((pattern) => `--exclude=${pattern}`)),
      ...filters,
    ]
    const stages = [await stageOf('two processes on PostgreSQL and Redis', command, env)]
    if (filters.length === 0) {
      stages.push(await stageOf('faults on SQLite', faults(), toolEnv(root)))
      const more = { ...toolEnv(root), TEST_DATABASE_URL: postgres?.url }
      stages.push(await stageOf('faults on PostgreSQL', faults('kill', 'migrations'), more))
    }
    for (const { name, seconds, note } of stages)
      console.log(`${name}: ${(seconds ?? 0).toFixed(1)} s${note ? `, ${note}` : ''}`)
    console.log(closingLine(stages))
    return isGreen(stages) ? 0 : 1
  } finally {
    for (const engine of engines) await engine.remove()
  }
})
