import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { runCommand } from '../test/operator.ts'

const folder = mkdtempSync(join(tmpdir(), 'puente-move-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('refuses a missing source, and does not create it', async () => {
  const nowhere = join(folder, 'mistyped')
  const { code, err } = await runCommand(
    { DATA_DIR: nowhere },
    'db:move',
    '--to',
    'postgres://nobody@localhost/x',
  )
  expect([code, err]).toEqual([1, `puente: There is no database in ${nowhere}.`])
  expect(existsSync(nowhere)).toBe(false)
})
