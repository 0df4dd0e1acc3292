import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */
/** @typedef {Counts & { failures?: string[] }} Report `failures` are the names of failed tests, with the reason. */
/** @typedef {Report & { name: string, seconds?: number, note?: string }} Stage */
/** @typedef {(report: any) => Report} Counter */

/**
 * A stage that is good or bad as a whole counts as one test.
 * @param {string} name
 * @param {() => Promise<number>} run gives the exit code
 * @returns {Promise<Stage>}
 */
export async function check(name, run) {
  const start = performance.now()
  const code = await run()
  const result = code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, note: `ended with ${code}` }
  return { name, skipped: 0, seconds: secondsSince(start), ...result }
}

/**
 * A stage of many tests. Its exit code and its report must both be good, and something must have run:
 * an empty run is a failure, not a success.
 * @param {string} name
 * @param {() => Promise<number>} run gives the exit code
 * @param {() => Report} readReport
 * @returns {Promise<Stage>}
 */
export async function tests(name, run, readReport) {
  const start = performance.now()
  const code = await run()
  const stage = { name, ...countsOf(readReport), seconds: secondsSince(start) }
  if (stage.failed > 0) return stage
  if (code !== 0) return { ...stage, failed: 1, note: `ended with ${code}` }
  if (stage.passed === 0) return { ...stage, failed: 1, note: 'no test ran' }
  return stage
}

/**
 * @param {string} name
 * @param {string} reason
 * @returns {Stage}
 */
export function notRun(name, reason) {
  return { name, passed: 0, failed: 1, skipped: 0, note: `not run: ${reason}` }
}

/** @param {Stage[]} stages */
export function isGreen(stages) {
  return stages.length > 0 && stages.every((stage) => stage.failed === 0)
}

/** @type {Counter} */
export function vitestCounts(report) {
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: report.testResults.flatMap((/** @type {any} */ { name, message, assertionResults }) => {
      const failed = assertionResults.filter((/** @type {any} */ one) => one.status === 'failed')
      // A file that could not be read has no tests, and is counted as none.
      if (failed.length === 0) return message ? [failure(name, '', message)] : []
      return failed.map((/** @type {any} */ one) => failure(name, one.fullName, one.failureMessages[0]))
    }),
  }
}

/** @type {Counter} */
export function playwrightCounts({ stats, suites }) {
  return {
    passed: stats.expected,
    // A test that passed only at a second attempt has failed once.
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
    failures: suites.flatMap(failuresIn),
  }
}

/**
 * @param {any} suite
 * @returns {string[]}
 */
function failuresIn({ specs = [], suites = [] }) {
  const failed = specs.flatMap((/** @type {any} */ { file, title, tests }) =>
    tests
      .filter((/** @type {any} */ { status }) => status === 'unexpected' || status === 'flaky')
      .map((/** @type {any} */ { results }) => failure(file, title, results[0]?.error?.message)),
  )
  return [...failed, ...suites.flatMap(failuresIn)]
}

/**
 * One line that tells what failed, where and why.
 * @param {string} file
 * @param {string} title
 * @param {string} [reason] its first line is enough; the rest stands in the stage's own output
 */
function failure(file, title, reason = '') {
  const [why = ''] = stripVTControlCharacters(reason).split('\n')
  return [relative('.', file), title, why].filter((part) => part !== '').join(' · ')
}

/**
 * The table of all stages; the very last line is `N passed, N failed` with the sums.
 * @param {Stage[]} stages
 * @param {boolean} hasScaleTests
 */
export function printSummary(stages, hasScaleTests) {
  const width = Math.max(...stages.map((stage) => stage.name.length)) + 2
  const heading = `${'Stage'.padEnd(width)}  passed  failed  skipped     time`
  const lines = stages.map((stage) => {
    const numbers = `${column(stage.passed, 6)}  ${column(stage.failed, 6)}  ${column(stage.skipped, 7)}`
    const time = stage.seconds === undefined ? '' : `${stage.seconds.toFixed(1)} s`
    return `${stage.name.padEnd(width)}  ${numbers}  ${column(time, 7)}  ${stage.note ?? ''}`.trimEnd()
  })
  console.log(['', heading, ...lines, ''].join('\n'))
  printFailures(stages)
  if (hasScaleTests) console.log('The same API tests on PostgreSQL and Redis: npm run test:scale\n')
  console.log(closingLine(stages))
}

/**
 * Once more by name at the end: a long log is read from there, and is often cut at its beginning.
 * @param {Stage[]} stages
 */
export function printFailures(stages) {
  const failures = stages.flatMap((stage) => stage.failures ?? [])
  if (failures.length > 0) console.log(['Failed:', ...failures.map((line) => `  ${line}`), ''].join('\n'))
}

/** @param {Stage[]} stages */
export function closingLine(stages) {
  /** @param {keyof Counts} key */
  const sum = (key) => stages.reduce((total, stage) => total + stage[key], 0)
  const skipped = sum('skipped')
  return `${sum('passed')} passed, ${sum('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/**
 * @param {() => Report} readReport
 * @returns {Report & { note?: string }}
 */
function countsOf(readReport) {
  try {
    return readReport()
  } catch (error) {
    return {
      passed: 0,
      failed: 1,
      skipped: 0,
      note: `no report (${error instanceof Error ? error.message : error})`,
    }
  }
}

/** @param {number} start */
function secondsSince(start) {
  return (performance.now() - start) / 1000
}

/** @param {string | number} value @param {number} width */
function column(value, width) {
  return String(value).padStart(width)
}
