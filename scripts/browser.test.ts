import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findBrowser } from './browser.mjs'

const folder = mkdtempSync(join(tmpdir(), 'puente-browser-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function program(name: string, exitCode: number): string {
  const path = join(folder, name)
  writeFileSync(path, `#!/bin/sh\nexit ${exitCode}\n`, { mode: 0o755 })
  return path
}

test('CHROMIUM_PATH has precedence over all others', () => {
  const named = program('named', 0)
  expect(findBrowser({ env: { CHROMIUM_PATH: named }, candidates: [program('other', 0)] })).toBe(named)
})

test('a CHROMIUM_PATH that names no file is refused in one line', () => {
  expect(() => findBrowser({ env: { CHROMIUM_PATH: '/nowhere/chromium' } })).toThrow(
    'CHROMIUM_PATH is /nowhere/chromium, and there is no such file.',
  )
})

test('the first program that really starts is used', () => {
  const snapPointer = program('snap-pointer', 1)
  const working = program('working', 0)
  expect(findBrowser({ env: {}, candidates: ['/nowhere', snapPointer, working] })).toBe(working)
})

test('no browser is found without a program that starts', () => {
  expect(findBrowser({ env: {}, candidates: ['/nowhere'] })).toBeUndefined()
})
