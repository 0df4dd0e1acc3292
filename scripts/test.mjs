// `npm test` and `npm run test:scale`, `test:deep`, `test:faults`, each with a summary of its stages at the end.
// `--long` runs as many rounds as docs/security.md and docs/reliability.md name. Other arguments go to Vitest
// (`npm run test:scale -- offers`); the stages without Vitest are left out then.
// Like start.mjs it runs before any install.
import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBrowser } from './browser.mjs'
import { CliError, main, projectEnv, run } from './cli.mjs'
import { createPostgres, createRedis, ensureEngines, ensureReaders } from './engines.mjs'
import { ensureInstalled, pinnedNode } from './install.mjs'
import { check, isGreen, notRun, playwrightCounts, printSummary, tests, vitestCounts } from './report.mjs'

const REPORTS = 'test-results'
const VITEST = ['node_modules/vitest/vitest.mjs', 'run', '--allowOnly=false']
const PLAYWRIGHT = ['node_modules/@playwright/test/cli.js', 'test', '--forbid-only', '--retries=0']
const LEDGER = 'server/test/faults/chat-nodes.scale.test.ts'
const OPERATIONS = [
  'server/migrations/former-release.deep.test.ts',
  'server/operations/alerts.deep.test.ts',
  'scripts/release.deep.test.ts',
  'scripts/samples.deep.test.ts',
]
/** The output folder of `test-programs.mjs`. */
const PROGRAMS = 'node_modules/.cache/test-programs'
/** On the build of the browser tests. */
const ON_BUILT = [
  'server/test/hostile/large-pages.deep.test.ts',
  'server/test/hostile/hostile-run.deep.test.ts',
]

/** @type {Record<string, (suite: Suite) => Promise<void>>} */
const SUITES = {
  async quick({ check, programs, vitest, browser, args }) {
    if (args.length > 0) return vitest('unit and API', ['--project=server', '--project=web'])
    // The compiler reads its output.
    await check('languages', 'scripts/languages.mjs')
    await check('types', 'node_modules/typescript/bin/tsc')
    await check('lint', 'node_modules/@biomejs/biome/bin/biome', 'check', '.')
    await check('dead code', 'node_modules/knip/bin/knip.js')
    await check('languages', 'scripts/check-languages.ts')
    await programs()
    await vitest('unit and API', ['--project=server', '--project=web'])
    await browser('--project=desktop', '--project=phone', '--grep-invert=@deep')
  },

  async deep({ vitest, browser, args, isLong }) {
    if (args.length > 0) return vitest('deep', ['--project=deep', '--no-file-parallelism'])
    await ensureReaders()
    await vitest('operations', ['--project=deep', ...OPERATIONS])
    if (isLong)
      await vitest('deep', [
        '--project=deep',
        '--no-file-parallelism',
        ...[...ON_BUILT, ...OPERATIONS].map((file) => `--exclude=${file}`),
      ])
    await browser('--project=desktop', '--project=phone', ...(isLong ? [] : ['--grep=@deep']))
    // They measure times, so they run alone.
    await vitest('hostile run', ['--project=deep', '--no-file-parallelism', ...ON_BUILT])
  },

  async faults({ programs, vitest, isLong }) {
    await ensureEngines()
    await programs()
    await vitest('faults', ['--project=faults', ...(isLong ? ['--no-file-parallelism'] : [])])
  },

  async scale({ programs, vitest, browser, args, isLong }) {
    await ensureEngines()
    await programs()
    const engines = [await createPostgres(), await createRedis()]
    try {
      for (const engine of engines) await engine.start()
      const [postgres, redis] = engines.map(({ url }) => url)
      const nodes = { TEST_DATABASE_URL: postgres, TEST_REDIS_URL: redis, TEST_NODES: '2' }
      const projects = ['--project=engines', '--project=scale', '--maxWorkers=2']
      if (args.length > 0) return await vitest('two nodes on PostgreSQL and Redis', projects, nodes)

      // Mostly waiting, at 20 messages a second: it runs beside the other stages.
      const ledgerEnv = { LEDGER_SECONDS: isLong ? '600' : '120', LEDGER_RATE: '20', ...nodes }
      const ledger = vitest('chat ledger', ['--project=scale', LEDGER], ledgerEnv, { isQuiet: true })
      await vitest('two nodes on PostgreSQL and Redis', [...projects, `--exclude=${LEDGER}`], nodes)
      // Both mostly wait for processes to start and end.
      const faultsOn = { TEST_DATABASE_URL: postgres }
      await Promise.all([
        vitest('faults on SQLite', ['--project=faults', '--maxWorkers=2']),
        vitest(
          'faults on PostgreSQL',
          ['--project=faults', '--maxWorkers=2', 'faults/kill', 'faults/migrations'],
          faultsOn,
          {
            isQuiet: true,
          },
        ),
      ])
      await browser('--project=scale')
      await ledger
    } finally {
      for (const engine of engines) await engine.remove()
    }
  },
}

/** @typedef {ReturnType<typeof createSuite>} Suite */

/**
 * The stages of a suite; each adds its result to `stages`.
 * @param {string} root
 * @param {string[]} words
 */
function createSuite(root, words) {
  /** @type {import('./report.mjs').Stage[]} */
  const stages = []
  const isLong = words.includes('--long')
  const args = words.filter((word) => word !== '--long')
  /** @type {NodeJS.ProcessEnv} */
  const suiteEnv = {
    ...projectEnv(root),
    // Tests start the same programs some hundreds of times.
    NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'),
    ...(isLong && { LONG: '1' }),
  }

  /** @param {string} name @param {string[]} command @param {import('node:child_process').SpawnOptions} [options] */
  const node = (name, command, options) => {
    console.log(`\n── ${name} ──`)
    return run(pinnedNode(root), command, { cwd: root, env: suiteEnv, ...options })
  }
  /** @param {string} file @param {(report: any) => import('./report.mjs').Report} count */
  const reader = (file, count) => {
    mkdirSync(join(root, REPORTS), { recursive: true })
    rmSync(join(root, file), { force: true })
    return () => count(JSON.parse(readFileSync(join(root, file), 'utf8')))
  }

  /** @param {string} name @param {string[]} command */
  const runCheck = async (name, ...command) => {
    stages.push(await check(name, () => node(name, command)))
  }

  const programs = async () => {
    suiteEnv.TEST_PROGRAMS = join(root, PROGRAMS)
    await runCheck('programs', 'scripts/test-programs.mjs')
  }

  /**
   * @param {string} name
   * @param {string[]} options
   * @param {NodeJS.ProcessEnv} [env]
   * @param {{ isQuiet?: boolean }} [output] a quiet one is printed as a whole at its end
   */
  const vitest = async (name, options, env, { isQuiet = false } = {}) => {
    const file = `${REPORTS}/${name.replaceAll(' ', '-')}`
    const read = reader(`${file}.json`, vitestCounts)
    const log = isQuiet ? openSync(join(root, `${file}.log`), 'w') : undefined
    const command = [...VITEST, '--reporter=default', '--reporter=json', `--outputFile.json=${file}.json`]
    const result = await tests(
      name,
      () =>
        node(name, [...command, ...options, ...args], {
          env: { ...suiteEnv, ...env },
          stdio: log ? ['ignore', log, log] : 'inherit',
        }),
      read,
    )
    stages.push(result)
    if (log === undefined) return
    closeSync(log)
    console.log(readFileSync(join(root, `${file}.log`), 'utf8'))
  }

  /** Playwright on the built product. @param {string[]} options */
  const browser = async (...options) => {
    try {
      suiteEnv.CHROMIUM_PATH = await ensureBrowser(root)
    } catch (error) {
      if (!(error instanceof CliError)) throw error
      stages.push(notRun('browser', error.message))
      return
    }
    await runCheck('build', 'scripts/build.mjs')
    if (stages.at(-1)?.failed) return void stages.push(notRun('browser', 'the build failed'))
    const read = reader(`${REPORTS}/browser.json`, playwrightCounts)
    stages.push(await tests('browser', () => node('browser', [...PLAYWRIGHT, ...options]), read))
  }

  return { stages, args, isLong, check: runCheck, programs, vitest, browser }
}

await main(async (root) => {
  const [name = '', ...words] = process.argv.slice(2)
  const runSuite = SUITES[name]
  if (!runSuite) throw new CliError(`No suite '${name}'. There are: ${Object.keys(SUITES).join(', ')}.`)
  const suite = createSuite(root, words)
  try {
    await ensureInstalled(root)
    await runSuite(suite)
  } catch (error) {
    if (!(error instanceof CliError)) throw error
    suite.stages.push(notRun(name, error.message))
  }
  printSummary(suite.stages)
  return isGreen(suite.stages) ? 0 : 1
})
