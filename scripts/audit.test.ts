import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'puente-audit-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs the audit with an `npm` that prints this and exits with `code`. */
function audit(printed: string, code: number) {
  const npm = join(folder, 'npm')
  writeFileSync(join(folder, 'printed'), printed)
  writeFileSync(npm, `#!/bin/sh\ncat '${join(folder, 'printed')}'\nexit ${code}\n`)
  chmodSync(npm, 0o755)
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/audit.mjs'], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...process.env, PATH: [folder, process.env.PATH].join(delimiter) },
    encoding: 'utf8',
  })
  return { status, said: stdout + stderr }
}
const report = (vulnerabilities: object) =>
  JSON.stringify({ auditReportVersion: 2, vulnerabilities, metadata: { dependencies: { prod: 200 } } })

test('passes when the registry checked every package and has no serious advisory (V1)', () => {
  expect(audit(report({ fine: { name: 'fine', severity: 'low' } }), 1)).toEqual({
    status: 0,
    said: 'Licences: all accepted.\nAdvisories: none.\n',
  })
})

test('fails with the names of packages that have an advisory (V1)', () => {
  const { status, said } = audit(report({ bad: { name: 'bad', severity: 'critical' } }), 1)
  expect(status).toBe(1)
  expect(said).toContain('advisory: bad (critical)')
})

test.each([
  [
    'offline',
    JSON.stringify({ message: 'request to the registry failed', error: {} }),
    'request to the registry',
  ],
  ['a registry without advisories', JSON.stringify({ error: { summary: 'Not Found' } }), 'Not Found'],
  ['nothing', '', 'npm printed no report'],
  ['no JSON', '<html></html>', 'npm printed no report'],
  ['an empty report', JSON.stringify({ vulnerabilities: {} }), 'npm printed no report'],
])('fails when the advisories were not checked: %s (V1)', (_what, printed, reason) => {
  const { status, said } = audit(printed, 1)
  expect(status).toBe(1)
  expect(said).toContain(`advisories were NOT checked: ${reason}`)
  expect(said).not.toContain('Advisories:')
})
