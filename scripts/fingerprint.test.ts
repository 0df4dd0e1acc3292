import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fingerprint } from './fingerprint.mjs'

let root = ''
const print = () => fingerprint(root, ['web', 'config.ts', 'missing'])

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'puente-fingerprint-'))
  mkdirSync(join(root, 'web/offers'), { recursive: true })
  writeFileSync(join(root, 'web/offers/OfferCard.tsx'), 'one')
  writeFileSync(join(root, 'config.ts'), 'two')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

test('the same files give the same fingerprint, whatever their timestamps', () => {
  const before = print()
  utimesSync(join(root, 'config.ts'), new Date(0), new Date(0))
  expect(print()).toBe(before)
})

test.each([
  ['content', () => writeFileSync(join(root, 'web/offers/OfferCard.tsx'), 'eno')],
  ['a new file', () => writeFileSync(join(root, 'web/new.ts'), '')],
  ['a removed file', () => rmSync(join(root, 'config.ts'))],
  ['a name', () => renameSync(join(root, 'web/offers/OfferCard.tsx'), join(root, 'web/offers/Card.tsx'))],
  ['a file that was missing', () => writeFileSync(join(root, 'missing'), '')],
])('%s changes it', (_what, change) => {
  const before = print()
  change()
  expect(print()).not.toBe(before)
})
