import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { canCutPower, createPower } from './power-cut.ts'

/** Writes three files: one synced with its folder, one synced and then changed, one not synced at all. */
const PROGRAM = `
const fs = require('node:fs')
const sync = (path, text) => {
  const file = fs.openSync(path, 'w')
  fs.writeSync(file, text)
  fs.fsyncSync(file)
  fs.closeSync(file)
}
const { FOLDER } = process.env
sync(FOLDER + '/stored', 'whole')
sync(FOLDER + '/changed', 'before')
fs.fsyncSync(fs.openSync(FOLDER))
fs.writeFileSync(FOLDER + '/changed', 'after')
fs.writeFileSync(FOLDER + '/lost', 'never synced')
fs.renameSync(FOLDER + '/old', FOLDER + '/renamed')
process.kill(process.pid, 'SIGKILL')
`

test.runIf(canCutPower)('a power cut preserves synced data only', () => {
  const folder = mkdtempSync(join(tmpdir(), 'puente-power-'))
  writeFileSync(join(folder, 'old'), 'from before')
  const power = createPower(folder)
  power.on()
  const { signal } = spawnSync(process.execPath, ['-e', PROGRAM], {
    env: { ...process.env, ...power.settings, FOLDER: folder },
  })
  expect(signal).toBe('SIGKILL')
  expect(existsSync(join(folder, 'lost'))).toBe(true)
  power.cut()
  expect(readFileSync(join(folder, 'stored'), 'utf8')).toBe('whole')
  expect(readFileSync(join(folder, 'changed'), 'utf8')).toBe('before')
  expect(existsSync(join(folder, 'lost'))).toBe(false)
  expect(readFileSync(join(folder, 'old'), 'utf8')).toBe('from before')
  expect(existsSync(join(folder, 'renamed'))).toBe(false)
  power.remove()
  rmSync(folder, { recursive: true })
})
