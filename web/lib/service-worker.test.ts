import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const read = (name: string) => readFile(join(import.meta.dirname, '../public', name), 'utf8')

test('a changed offline page makes a new worker, so that browsers fetch it', async () => {
  const fingerprint = createHash('sha256')
    .update(await read('offline.html'))
    .digest('hex')
  expect(await read('service-worker.js')).toContain(`'offline-page-${fingerprint.slice(0, 8)}'`)
})

test('the offline page requests nothing: no script, no style sheet, no picture', async () => {
  expect(await read('offline.html')).not.toMatch(/<script|<link|<img|url\(|src=/)
})
