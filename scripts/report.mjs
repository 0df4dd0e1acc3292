import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */
/** @typedef {Counts & { failures?: string[] }} Report `failures` are names of failed tests with the reason. */
/** @typedef {Report & { name: string, seconds?: number, note?: string }} Stage */

/**
 * Runs a stage. With a report, exit code and report must be good, and no test is a failure; without one, the stage
 * passes or fails as a whole and counts as one test.
 * @param {string} name
 * @param {() => Promise<number>} run returns the exit code
 * @param {() => Report} [readReport]
 * @returns {Promise<Stage>}
 */
export async function runStage(name, run, readReport) {
  const start = performance.now()
  const code = await run()
  const seconds = Math.round((performance.now() - start) / 100) / 10
  try {
    const report = readReport?.() ?? { passed: code === 0 ? 1 : 0, failed: 0, skipped: 0 }
    const stage = { name, ...report, seconds }
    if (stage.failed > 0) return stage
    if (code !== 0) return { ...stage, failed: 1, note: `exit code ${code}` }
    return stage.passed > 0 ? stage : { ...stage, failed: 1, note: 'no test ran' }
  } catch (error) {
    return { name, passed: 0, failed: 1, skipped: 0, seconds, note: `no report (${error})` }
  }
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
export function allPassed(stages) {
  return stages.length > 0 && stages.every((stage) => stage.failed === 0)
}

/**
 * @param {any} report Vitest's JSON
 * @returns {Report}
 */
export function vitestCounts(report) {
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: report.testResults.flatMap((/** @type {any} */ { name, message, assertionResults }) => {
      const failed = assertionResults.filter((/** @type {any} */ { status }) => status === 'failed')
      // A file with a syntax error has a message and no tests.
      if (failed.length === 0) return message ? [failureLine(name, '', message)] : []
      return failed.map((/** @type {any} */ { fullName, failureMessages }) =>
        failureLine(name, fullName, failureMessages[0]),
      )
    }),
  }
}

/**
 * @param {any} report Playwright's JSON
 * @returns {Report}
 */
export function playwrightCounts({ stats, suites }) {
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
    failures: suites.flatMap(playwrightFailures),
  }
}

/**
 * @param {any} suite
 * @returns {string[]}
 */
function playwrightFailures({ specs = [], suites = [] }) {
  const failed = specs.flatMap((/** @type {any} */ { file, title, tests }) =>
    tests
      .filter((/** @type {any} */ { status }) => status === 'unexpected' || status === 'flaky')
      .map((/** @type {any} */ { results }) => failureLine(file, title, results[0]?.error?.message)),
  )
  return [...failed, ...suites.flatMap(playwrightFailures)]
}

/**
 * @param {string} file
 * @param {string} title
 * @param {string} [reason] only its first line is shown
 */
function failureLine(file, title, reason = '') {
  const [why = ''] = stripVTControlCharacters(reason).split('\n')
  return [relative('.', file), title, why].filter((part) => part !== '').join(' · ')
}

/**
 * Prints the table of stages, the failures, and `N passed, N failed` as the last line.
 * @param {Stage[]} stages
 */
export function printSummary(stages) {
  console.table(stages, ['name', 'passed', 'failed', 'skipped', 'seconds', 'note'])
  const failures = stages.flatMap((stage) => stage.failures ?? [])
  if (failures.length > 0) console.log(['Failed:', ...failures.map((line) => `  ${line}`), ''].join('\n'))
  console.log(closingLine(stages))
}

/** @param {Stage[]} stages */
export function closingLine(stages) {
  /** @param {keyof Counts} key */
  const sum = (key) => stages.reduce((total, stage) => total + stage[key], 0)
  const skipped = sum('skipped')
  return `${sum('passed')} passed, ${sum('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
