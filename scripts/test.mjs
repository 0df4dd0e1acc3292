// `npm test`: everything that can be checked on one machine, in one run. Like bootstrap.mjs it starts
// with nothing installed.
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBrowser } from './browser.mjs'
import { ensureInstalled, pinnedNode } from './install.mjs'
import { main, Refusal, run, toolEnv } from './run.mjs'
import {
  check,
  isGreen,
  notRun,
  playwrightCounts,
  printSummary,
  tests,
  vitestCounts,
} from './test-report.mjs'

const REPORTS = 'test-results'
const UNIT_REPORT = `${REPORTS}/unit.json`
const BROWSER_REPORT = `${REPORTS}/browser.json`

await main(async (root) => {
  /** @type {import('./test-report.mjs').Stage[]} */
  const stages = []
  const unavailable = await reasonIfRefused(() => ensureInstalled(root))
  if (unavailable) stages.push(notRun('install', unavailable))
  else await runStages(root, stages)

  printSummary(stages, testsOnMoreEngines(root))
  return isGreen(stages) ? 0 : 1
})

/**
 * Every stage runs whatever happened to the one before, except browser tests without a browser or build.
 * @param {string} root
 * @param {import('./test-report.mjs').Stage[]} stages
 */
async function runStages(root, stages) {
  mkdirSync(join(root, REPORTS), { recursive: true })
  const env = toolEnv(root)
  const noBrowser = await reasonIfRefused(async () => {
    env.CHROMIUM_PATH = await ensureBrowser(root)
  })

  /** @param {string} name @param {string[]} command */
  const node = (name, command) => {
    console.log(`\n── ${name} ──`)
    return run(pinnedNode(root), command, { cwd: root, env })
  }
  /** @param {string} name @param {string[]} command */
  const runCheck = async (name, command) => stages.push(await check(name, () => node(name, command)))
  /** @param {string} name @param {string[]} command @param {string} report @param {import('./test-report.mjs').Counter} count */
  const runTests = async (name, command, report, count) => {
    rmSync(join(root, report), { force: true })
    const read = () => count(JSON.parse(readFileSync(join(root, report), 'utf8')))
    stages.push(await tests(name, () => node(name, command), read))
  }

  await runCheck('types', ['node_modules/typescript/bin/tsc'])
  await runCheck('lint', ['node_modules/@biomejs/biome/bin/biome', 'check', '.'])
  await runCheck('dead code', ['node_modules/knip/bin/knip.js'])
  await runTests(
    'unit and API',
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--allowOnly=false',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${UNIT_REPORT}`,
    ],
    UNIT_REPORT,
    vitestCounts,
  )
  await runCheck('build', ['scripts/build.mjs'])

  if (noBrowser) stages.push(notRun('browser', noBrowser))
  else if (stages.at(-1)?.failed) stages.push(notRun('browser', 'the build failed'))
  else {
    await runTests(
      'browser',
      ['node_modules/@playwright/test/cli.js', 'test', '--forbid-only', '--retries=0'],
      BROWSER_REPORT,
      playwrightCounts,
    )
  }
}

/**
 * @param {() => Promise<void>} attempt
 * @returns {Promise<string | undefined>}
 */
async function reasonIfRefused(attempt) {
  try {
    await attempt()
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}

/** @param {string} root */
function testsOnMoreEngines(root) {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return 'test:scale' in scripts
}
