import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { allPassed, closingLine, notRun, playwrightCounts, runStage, vitestCounts } from './report.mjs'

const counts = { passed: 3, failed: 0, skipped: 1 }

const stage = (code: number, report?: Partial<typeof counts>) =>
  runStage('unit', async () => code, report && (() => ({ ...counts, ...report })))

test('the closing line adds up all stages and leaves out zero skipped', async () => {
  const [types, unit] = [await stage(0), await stage(0, counts)]
  expect(closingLine([types])).toBe('1 passed, 0 failed')
  expect(closingLine([types, unit])).toBe('4 passed, 0 failed, 1 skipped')
  expect(allPassed([types, unit])).toBe(true)
})

test.each([
  ['a check that ended with 1', () => stage(1)],
  ['failed tests', () => stage(1, { failed: 2 })],
  ['failed tests behind exit code 0', () => stage(0, { failed: 2 })],
  ['a bad exit code behind a good report', () => stage(1, counts)],
  ['an empty run', () => stage(0, { passed: 0, skipped: 4 })],
  [
    'a missing report',
    () =>
      runStage(
        'unit',
        async () => 0,
        () => JSON.parse(''),
      ),
  ],
  ['a stage that did not run', async () => notRun('browser', 'the build failed')],
])('%s is a failure', async (_what, run) => {
  const failed = await run()
  expect(failed.failed).toBeGreaterThan(0)
  expect(allPassed([failed])).toBe(false)
})

test('the reports of both runners yield counts, and each failure by name with its reason', () => {
  const failed = {
    status: 'failed',
    fullName: 'a door opens',
    failureMessages: ['\u001b[31mno door\u001b[39m\n  at'],
  }
  expect(
    vitestCounts({
      ...{ numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 },
      testResults: [
        { name: resolve('web/door.test.ts'), message: '', assertionResults: [{ status: 'passed' }, failed] },
        { name: resolve('web/wall.test.ts'), message: 'No such import\n', assertionResults: [] },
      ],
    }),
  ).toEqual({
    ...{ passed: 5, failed: 1, skipped: 3 },
    failures: ['web/door.test.ts · a door opens · no door', 'web/wall.test.ts · No such import'],
  })

  const spec = (title: string, status: string) => ({
    ...{ file: 'door.spec.ts', title },
    tests: [{ status, results: [{ error: { message: 'stuck\nat' } }] }],
  })
  expect(
    playwrightCounts({
      stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 2 },
      suites: [
        { specs: [spec('opens', 'expected')], suites: [{ specs: [spec('shuts', 'unexpected')] }] },
        { specs: [spec('rings', 'flaky')] },
      ],
    }),
  ).toEqual({
    ...{ passed: 5, failed: 2, skipped: 2 },
    failures: ['door.spec.ts · shuts · stuck', 'door.spec.ts · rings · stuck'],
  })
})
