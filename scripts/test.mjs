// `npm test` and `npm run test:scale`, `test:deep`, `test:faults`, each with a summary of its stages at the end.
// `--long` runs as many rounds as docs/security.md and docs/reliability.md name. Other arguments go to Vitest
// (`npm run test:scale -- offers`); the stages without Vitest are left out then.
// Like start.mjs it runs before any install.
import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { CliError, main, pinnedNode, projectEnv, run } from '../bin/cli.mjs'
import { ensureBrowser } from './browser.mjs'
import { createPostgres, createRedis, ensureCheckers, ensureEngines } from './engines.mjs'
import { ensureInstalled } from './install.mjs'
import { allPassed, notRun, playwrightCounts, printSummary, runStage, vitestCounts } from './report.mjs'

const REPORTS = 'test-results'
const VITEST = [
  'node_modules/vitest/vitest.mjs',
  'run',
  '--allowOnly=false',
  '--reporter=default',
  '--reporter=json',
]
const PLAYWRIGHT = ['node_modules/@playwright/test/cli.js', 'test', '--forbid-only', '--retries=0']
const ONE_BY_ONE = '--no-file-parallelism'
const LARGE_ACCOUNTS = 'server/test/security/large-accounts.deep.test.ts'
const LEDGER = 'server/test/faults/chat-nodes.scale.test.ts'
const OPERATIONS = [
  'server/migrations/former-release.deep.test.ts',
  'server/operations/alerts.deep.test.ts',
  'scripts/release.deep.test.ts',
  'deploy/samples.deep.test.ts',
]
/** On the build of the browser tests. */
const ON_BUILT = [
  'server/test/hostile/first-calls.deep.test.ts',
  'server/test/hostile/large-pages.deep.test.ts',
  'server/test/hostile/hostile-run.deep.test.ts',
]

/** @type {Record<string, (suite: Suite) => Promise<void>>} */
const SUITES = {
  async quick({ check, programs, build, vitest, findBrowser, browser, args }) {
    if (args.length > 0) return vitest('unit and API', ['--project=server', '--project=web'])
    // An installation mostly waits for the network.
    void findBrowser()
    // The compiler reads its output.
    await check('languages', ['scripts/languages.mjs'])
    // The compiler occupies one core.
    await Promise.all([
      check('types', ['node_modules/typescript/bin/tsc'], { isQuiet: true }),
      check('lint', ['node_modules/@biomejs/biome/bin/biome', 'check', '.'])
        .then(() => check('dead code', ['node_modules/knip/bin/knip.js']))
        .then(() => check('texts', ['scripts/check-languages.ts']))
        .then(programs)
        .then(build),
    ])
    await vitest('unit and API', ['--project=server', '--project=web'])
    await browser('--project=desktop', '--project=phone', '--grep-invert=@deep')
  },

  async deep({ vitest, browser, args, isLong }) {
    if (args.length > 0) return vitest('deep', ['--project=deep', ONE_BY_ONE])
    await ensureCheckers()
    await vitest('operations', ['--project=deep', ...OPERATIONS])
    if (isLong) {
      const others = [...ON_BUILT, ...OPERATIONS].map((file) => `--exclude=${file}`)
      await vitest('deep', ['--project=deep', ONE_BY_ONE, ...others])
    }
    await browser('--project=desktop', '--project=phone', ...(isLong ? [] : ['--grep=@deep']))
    // They measure times, so they run alone.
    await vitest('hostile run', ['--project=deep', ONE_BY_ONE, ...ON_BUILT])
  },

  async faults({ programs, vitest, isLong }) {
    await ensureEngines()
    await programs()
    await vitest('faults', ['--project=faults', ...(isLong ? [ONE_BY_ONE] : [])])
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
      const faults = ['--project=faults', '--maxWorkers=2']
      if (args.length > 0) return await vitest('two nodes on PostgreSQL and Redis', projects, nodes)

      // Mostly waiting, at 20 messages a second: it runs beside the other stages.
      const ledgerEnv = { LEDGER_SECONDS: isLong ? '600' : '120', LEDGER_RATE: '20', ...nodes }
      const ledger = vitest('chat ledger', ['--project=scale', LEDGER], ledgerEnv, { isQuiet: true })
      await vitest('two nodes on PostgreSQL and Redis', [...projects, `--exclude=${LEDGER}`], nodes)
      // Both mostly wait for processes to start and end.
      const onPostgres = [...faults, 'faults/kill', 'faults/migrations']
      const postgresOnly = { TEST_DATABASE_URL: postgres }
      await Promise.all([
        vitest('faults on SQLite', faults),
        vitest('faults on PostgreSQL', onPostgres, postgresOnly, { isQuiet: true }),
      ])
      await browser('--project=scale')
      await ledger
      // It measures pauses, so it runs alone.
      await vitest('large accounts', ['--project=deep', LARGE_ACCOUNTS])
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
  mkdirSync(join(root, REPORTS), { recursive: true })

  /**
   * @param {string} name
   * @param {string[]} command
   * @param {{ env?: NodeJS.ProcessEnv, isQuiet?: boolean }} [options] a quiet one is printed as a whole at its end
   */
  const node = async (name, command, { env, isQuiet = false } = {}) => {
    const options = { cwd: root, env: { ...suiteEnv, ...env } }
    if (!isQuiet) {
      console.log(`\n── ${name} ──`)
      return run(pinnedNode(root), command, options)
    }
    const file = `${reportOf(name)}.log`
    const log = openSync(file, 'w')
    const code = await run(pinnedNode(root), command, { ...options, stdio: ['ignore', log, log] })
    closeSync(log)
    console.log(`\n── ${name} ──\n${readFileSync(file, 'utf8')}`)
    return code
  }
  /** @param {string} name */
  const reportOf = (name) => join(root, REPORTS, name.replaceAll(' ', '-'))
  /** Deletes an older report. @param {string} file @param {(report: any) => import('./report.mjs').Report} count */
  const reader = (file, count) => {
    rmSync(file, { force: true })
    return () => count(JSON.parse(readFileSync(file, 'utf8')))
  }

  /** @param {string} name @param {string[]} command @param {{ isQuiet?: boolean }} [options] */
  const check = async (name, command, options) => {
    stages.push(await runStage(name, () => node(name, command, options)))
  }

  const programs = () => {
    suiteEnv.TEST_PROGRAMS = join(root, 'node_modules', '.cache', 'test-programs')
    return check('programs', ['scripts/test-programs.mjs'])
  }

  /**
   * @param {string} name
   * @param {string[]} options
   * @param {NodeJS.ProcessEnv} [env]
   * @param {{ isQuiet?: boolean }} [output]
   */
  const vitest = async (name, options, env = {}, output = {}) => {
    const file = `${reportOf(name)}.json`
    const command = [...VITEST, `--outputFile.json=${file}`, ...options, ...args]
    const runVitest = () => node(name, command, { env, ...output })
    stages.push(await runStage(name, runVitest, reader(file, vitestCounts)))
  }

  /** @type {Promise<string | Error> | undefined} */
  let found
  /** The path of a browser, which is installed if there is none, or the reason why there is none. */
  const findBrowser = () => {
    found ??= ensureBrowser(root).catch((error) => error)
    return found
  }

  /** @type {Promise<void> | undefined} */
  let built
  const build = () => {
    built ??= check('build', ['scripts/build.mjs'])
    return built
  }

  /** Playwright on the built product. @param {string[]} options */
  const browser = async (...options) => {
    const path = await findBrowser()
    if (path instanceof Error) return void stages.push(notRun('browser', path.message))
    suiteEnv.CHROMIUM_PATH = path
    await build()
    if (stages.some(({ name, failed }) => name === 'build' && failed > 0))
      return void stages.push(notRun('browser', 'the build failed'))
    const read = reader(join(root, REPORTS, 'browser.json'), playwrightCounts)
    stages.push(await runStage('browser', () => node('browser', [...PLAYWRIGHT, ...options]), read))
  }

  return { stages, args, isLong, check, programs, build, vitest, findBrowser, browser }
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
  return allPassed(suite.stages) ? 0 : 1
})
