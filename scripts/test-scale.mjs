// `npm run test:scale`: the tests of the server once more, each server being two processes behind a proxy on a
// PostgreSQL and a Redis of their own; then the faults in their short form, on SQLite and on PostgreSQL. Beside all
// this the ledger of the chat is kept for 2 minutes, `-- --long` for 10. `-- --all` also runs what tests no engine,
// other words go to Vitest (`npm run test:scale -- offers`) and leave ledger and faults out. Like bootstrap.mjs it
// starts with nothing installed.
import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createPostgres, createRedis, ensureEngines } from './engines.mjs'
import { ensureInstalled, pinnedNode } from './install.mjs'
import { main, run, toolEnv } from './run.mjs'
import { closingLine, isGreen, printFailures, tests, vitestCounts } from './test-report.mjs'

const REPORTS = 'test-results'
const VITEST = 'node_modules/vitest/vitest.mjs'
const REPORTERS = ['--allowOnly=false', '--reporter=default', '--reporter=json']
const LEDGER = 'server/test/faults/chat-nodes.scale.test.ts'

/** What neither asks the engines nor speaks to a server, or starts its own: `npm test` runs it already. */
const SAME_EVERYWHERE = [
  'contract/**',
  'scripts/**',
  'demo/world.test.ts',
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
  const filters = given.filter((word) => word !== '--all' && word !== '--long')
  const isWhole = filters.length === 0
  await ensureInstalled(root)
  await ensureEngines(root)
  mkdirSync(join(root, REPORTS), { recursive: true })

  /**
   * @param {string} name
   * @param {string[]} words
   * @param {{ env: NodeJS.ProcessEnv, report?: string, stdio?: import('node:child_process').StdioOptions }} how
   */
  const stageOf = (name, words, { env, report = 'scale', stdio = 'inherit' }) => {
    const file = join(root, REPORTS, `${report}.json`)
    rmSync(file, { force: true })
    return tests(
      name,
      () =>
        run(pinnedNode(root), [VITEST, 'run', ...REPORTERS, `--outputFile.json=${file}`, ...words], {
          ...{ cwd: root, env, stdio },
        }),
      () => vitestCounts(JSON.parse(readFileSync(file, 'utf8'))),
    )
  }

  /** What it prints is kept for the end, between the lines of the others nobody would find it. */
  const keepLedger = async (/** @type {NodeJS.ProcessEnv} */ env) => {
    const file = join(root, REPORTS, 'ledger.txt')
    const output = openSync(file, 'w')
    const stage = await stageOf('ledger of the chat, beside the others', ['--project=scale', LEDGER], {
      env: { ...env, LEDGER_RATE: process.env.LEDGER_RATE ?? '20' },
      report: 'ledger',
      stdio: ['ignore', output, output],
    })
    closeSync(output)
    return { ...stage, printed: readFileSync(file, 'utf8') }
  }

  const engines = [await createPostgres(), await createRedis()]
  const [postgres, redis] = engines
  try {
    for (const engine of engines) await engine.start()
    const env = {
      ...toolEnv(root),
      TEST_DATABASE_URL: postgres?.url,
      TEST_REDIS_URL: redis?.url,
      TEST_NODES: '2',
      LEDGER_SECONDS: process.env.LEDGER_SECONDS ?? (given.includes('--long') ? '600' : '120'),
    }
    const left = [...(isWhole ? [LEDGER] : []), ...(isWhole && !isAll ? SAME_EVERYWHERE : [])]
    const words = [
      '--project=server',
      '--project=scale',
      '--maxWorkers=2',
      ...left.map((pattern) => `--exclude=${pattern}`),
    ]
    const ledger = isWhole ? keepLedger(env) : undefined
    const stages = [await stageOf('two processes on PostgreSQL and Redis', [...words, ...filters], { env })]
    if (ledger) {
      const faults = ['--config', 'vitest.faults.config.ts']
      stages.push(await stageOf('faults on SQLite', faults, { env: toolEnv(root) }))
      const more = { ...toolEnv(root), TEST_DATABASE_URL: postgres?.url }
      stages.push(await stageOf('faults on PostgreSQL', [...faults, 'kill', 'migrations'], { env: more }))
      const { printed, ...stage } = await ledger
      stages.push(stage)
      console.log(printed)
    }
    for (const { name, seconds, note } of stages)
      console.log(`${name}: ${(seconds ?? 0).toFixed(1)} s${note ? `, ${note}` : ''}`)
    printFailures(stages)
    console.log(closingLine(stages))
    return isGreen(stages) ? 0 : 1
  } finally {
    for (const engine of engines) await engine.remove()
  }
})
