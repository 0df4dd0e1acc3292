import { Writable } from 'node:stream'
import pino from 'pino'
import { expect, test } from 'vitest'
import { createFailureLog } from './failure-log.ts'

test('a poll that fails is logged once for each reason, and once when it works again', () => {
  const lines: { level: number; msg: string; poll: string; err?: { code: string } }[] = []
  const stream = new Writable({
    write(line, _encoding, done) {
      lines.push(JSON.parse(String(line)))
      done()
    },
  })
  const texts = { failed: 'the poll failed', worked: 'the poll works again' }
  const failures = createFailureLog(pino(stream), texts, { poll: 'jobs' })
  const away = (port: number) =>
    Object.assign(new Error(`connect ECONNREFUSED :${port}`), { code: 'ECONNREFUSED' })
  failures.worked()
  for (const port of [1, 2, 3]) failures.failed(away(port))
  for (const _ of [1, 2]) failures.failed(new TypeError('no such field'))
  failures.failed(away(4))
  failures.worked()
  failures.worked()
  failures.failed(away(5))
  const said = lines.map(({ level, msg, poll, err }) => [level, msg, poll, err?.code])
  expect(said).toEqual([
    [50, 'the poll failed', 'jobs', 'ECONNREFUSED'],
    [50, 'the poll failed', 'jobs', undefined],
    [30, 'the poll works again', 'jobs', undefined],
    [50, 'the poll failed', 'jobs', 'ECONNREFUSED'],
  ])
})
