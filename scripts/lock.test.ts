import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withLock } from './lock.mjs'

let root = ''
beforeEach(() => {
  vi.spyOn(console, 'log').mockReturnValue()
  root = mkdtempSync(join(tmpdir(), 'puente-lock-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

test('work of two starts never overlaps, and the lock is gone afterwards', async () => {
  const events: string[] = []
  const work = (name: string) => async () => {
    events.push(`${name} begins`)
    await new Promise((resolve) => setImmediate(resolve))
    events.push(`${name} ends`)
  }
  await Promise.all([withLock(root, work('a')), withLock(root, work('b'))])

  expect(events).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
  expect(existsSync(join(root, 'dist', '.lock'))).toBe(false)
})

test('work that fails gives the lock back', async () => {
  await expect(withLock(root, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await withLock(root, async () => 'done')).toBe('done')
})

test('the lock of a process that is gone is taken over by exactly one of those who wait', async () => {
  const gone = spawn(process.execPath, ['-e', ''])
  await once(gone, 'exit')
  mkdirSync(join(root, 'dist'))
  writeFileSync(join(root, 'dist', '.lock'), String(gone.pid))

  let inside = 0
  const most: number[] = []
  const work = async () => {
    inside += 1
    most.push(inside)
    await new Promise((resolve) => setImmediate(resolve))
    inside -= 1
  }
  await Promise.all([withLock(root, work), withLock(root, work), withLock(root, work)])
  expect(most).toEqual([1, 1, 1])
})
