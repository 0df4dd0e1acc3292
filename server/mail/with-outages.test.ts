import { Writable } from 'node:stream'
import pino from 'pino'
import { expect, test } from 'vitest'
import { createOutages } from '../operations/outages.ts'
import { withOutages } from './with-outages.ts'

const MAIL = { to: 'ana@example.com', subject: 'Hello', text: 'Hello' }

test('a mail that hung from before a delivered one, and times out after it, is no new outage', async () => {
  const lines: { msg: string }[] = []
  const stream = new Writable({
    write(line, _encoding, done) {
      lines.push(JSON.parse(String(line)))
      done()
    },
  })
  const outages = createOutages(pino(stream))
  const hung = Promise.withResolvers<void>()
  const sends = [() => hung.promise, () => Promise.resolve(), () => Promise.reject(new Error('no response'))]
  const send = () => sends.shift()?.() ?? Promise.resolve()
  const mailer = withOutages({ send, dryRun: send, close: () => Promise.resolve() }, outages)

  const waiting = mailer.send(MAIL)
  await mailer.send(MAIL)
  hung.reject(new Error('no response'))
  await expect(waiting).rejects.toThrow('no response')
  expect(outages.states()).toEqual({ smtp: 1 })
  expect(lines).toEqual([])

  await expect(mailer.send(MAIL)).rejects.toThrow('no response')
  expect(outages.states()).toEqual({ smtp: 0 })
  expect(lines).toMatchObject([{ msg: 'a service is unavailable' }])
})
