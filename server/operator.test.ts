import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { HELP } from './operator-help.ts'
import { runCommand } from './test/operator.ts'

const folder = mkdtempSync(join(tmpdir(), 'puente-operator-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const DATA_DIR = join(folder, 'data')
const run = (...args: string[]) => runCommand({ DATA_DIR, MAIL: 'outbox' }, ...args)

test.each(['help', '--help', '-h'])(
  '`puente %s` lists every command with its arguments, and exits with 0',
  async (name) => {
    const { code, out, err } = await run(name)
    expect([code, err]).toEqual([0, ''])
    for (const [command, { does }] of Object.entries(HELP)) {
      expect(out).toContain(`  puente ${command}`)
      expect(out).toContain(does)
    }
  },
)

test('`puente` alone lists them too, with code 1, as a timer without its command has failed', async () => {
  const { code, err } = await run()
  expect(code).toBe(1)
  expect(err).toMatch(/^Usage:\n {2}puente start$/m)
})

test.each(Object.keys(HELP))('`puente %s --help` shows its arguments and does nothing', async (command) => {
  const { code, out, err } = await run(command, '--help')
  expect([code, err]).toEqual([0, ''])
  expect(out).toMatch(`Usage:\n  puente ${command}`)
  expect(existsSync(DATA_DIR)).toBe(false)
})

test.each([
  [['bakup'], 'There is no command bakup. Do you mean backup? `puente help` lists them.'],
  [['frobnicate'], 'There is no command frobnicate. `puente help` lists them.'],
  [['start', '--port', '80'], 'It takes no arguments.'],
  [['backup'], '--to is missing.'],
  [['backup', '--to', 'x', '--keeep', '3'], "Unknown option '--keeep'"],
  [['restore'], 'Give either --from or --undo.'],
  [['restore', '--undo', '--from', 'x'], 'Give either --from or --undo.'],
  [['db:move', '--to', 'mysql://x'], '--to is missing, or is not a PostgreSQL URL.'],
  [['erase-user'], 'EMAIL is missing.'],
  [['erase-user', 'ana'], 'ana is no address.'],
  [['erase-user', 'ana@example.com', 'now'], 'now is none of its arguments.'],
  [['moderator', 'ana@example.com', '--remov'], '--remov is none of its arguments.'],
  [['export-user', 'ana@example.com', '--to'], '--to is none of its arguments.'],
  [['jobs', 'retri', 'all'], 'That is none of its forms.'],
])('%j reports what is wrong, and shows the command', async (args, reason) => {
  const { code, out, err } = await run(...args)
  expect([code, out]).toEqual([1, ''])
  expect(err).toContain(`puente: ${reason}`)
  if (!reason.includes('`puente help`')) expect(err).toContain(`puente: Usage:\npuente:   puente ${args[0]}`)
  expect(existsSync(DATA_DIR)).toBe(false)
})

describe('errors of the system are one line, without a stack', () => {
  test.each([
    [['jobs'], /^puente: There is no database in .*\. DATA_DIR names the folder of the server\.$/],
    [['export-user', 'ana@example.com'], /^puente: There is no database in /],
    [
      ['backup', '--to', '/dev/null/backups'],
      /^puente: ENOTDIR: not a directory, mkdir '\/dev\/null\/backups'\.$/,
    ],
    [['restore', '--from', join(folder, 'none')], /^puente: .* is not a backup: it has no manifest\.json\.$/],
  ])('%j', async (args, line) => {
    const { code, err } = await run(...args)
    expect(code).toBe(1)
    const lines = err.split('\n')
    expect(lines.at(-1)).toMatch(line)
    expect(err).not.toMatch(/^\s+at /m)
  })

  test('an unavailable database server', async () => {
    const settings = {
      DATABASE_URL: 'postgres://127.0.0.1:1/puente',
      JWT_SECRET: `${'an unknown secret '.repeat(3)}`,
    }
    const { code, err } = await runCommand({ DATA_DIR, MAIL: 'outbox', ...settings }, 'jobs')
    expect(code).toBe(1)
    expect(err).toMatch(/^puente: The database cannot be used: .*ECONNREFUSED.*\.$/)
  })
})
