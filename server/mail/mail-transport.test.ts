import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { openMailer } from './mail-transport.ts'
import { createMailer } from './mailer.ts'

const log = pino({ level: 'silent' })

test('with SMTP_URL mail is sent by SMTP, as text and HTML, with accents intact (A7)', {
  tags: 'AUTH-05',
}, async () => {
  const received: Promise<string>[] = []
  const server = new SMTPServer({
    authOptional: true,
    onData: (stream: NodeJS.ReadableStream, _session: unknown, done: () => void) => {
      const reading = textOf(stream)
      received.push(reading)
      void reading.then(() => done())
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const mailer = createMailer(readConfig({ SMTP_URL: `smtp://127.0.0.1:${port}?ignoreTLS=true` }), log)
  try {
    await mailer.send({
      to: 'lucia@example.com',
      subject: 'Contraseña nueva',
      text: 'Hola Lucía',
      html: '<p>Hola <b>Lucía</b></p>',
      replyTo: 'marta@example.com',
    })
    const mail = await PostalMime.parse((await received[0]) ?? '')
    expect(mail).toMatchObject({
      subject: 'Contraseña nueva',
      text: expect.stringContaining('Hola Lucía'),
      html: expect.stringContaining('<b>Lucía</b>'),
      to: [{ address: 'lucia@example.com' }],
      from: { address: 'no-reply@example.com', name: 'Puente' },
      replyTo: [{ address: 'marta@example.com' }],
    })
  } finally {
    await mailer.close()
    await new Promise<void>((closed) => server.close(() => closed()))
  }
})

test('a rehearsed mail takes the way of a sent one up to its delivery (A7)', async () => {
  const events: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    onConnect: (_session: unknown, done: () => void) => {
      events.push('connected')
      done()
    },
    onMailFrom: (_address: unknown, _session: unknown, done: () => void) => {
      events.push('mail')
      done()
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const smtp = createMailer(readConfig({ SMTP_URL: `smtp://127.0.0.1:${port}?ignoreTLS=true` }), log)
  const mail = { to: 'nobody@example.com', subject: 's', text: 't', html: 'h' }
  await smtp.rehearse(mail)
  expect(events).toEqual(['connected'])
  await smtp.close()
  await new Promise<void>((closed) => server.close(() => closed()))
  await expect(smtp.rehearse(mail)).rejects.toThrow()

  const folder = mkdtempSync(join(tmpdir(), 'puente-outbox-'))
  const outbox = createMailer(readConfig({ DATA_DIR: folder }), log)
  await outbox.rehearse(mail)
  expect(readdirSync(join(folder, 'outbox'))).toEqual([])
  await outbox.send(mail)
  expect(readdirSync(join(folder, 'outbox'))).toHaveLength(1)
  await outbox.close()
  rmSync(folder, { recursive: true })
})

test.each([
  ['sends no greeting', ''],
  ['hangs after its greeting', '220 mail.example.com ESMTP\r\n'],
])('a mail server that %s fails the mail within the timeout (X6)', async (_what, greeting) => {
  const sockets = new Set<Socket>()
  const silent = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).write(greeting)
  })
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const mailer = openMailer(readConfig({ SMTP_URL: `smtp://127.0.0.1:${port}` }), log, 100)
  const mail = { to: 'a@example.com', subject: 's', text: 't', html: 'h' }
  await expect(mailer.send(mail)).rejects.toMatchObject({ code: 'ETIMEDOUT' })
  await expect(mailer.rehearse(mail)).rejects.toMatchObject({ code: 'ETIMEDOUT' })
  await mailer.close()
  for (const socket of sockets) socket.destroy()
  silent.close()
})

test('an unavailable mail server rejects the call of the sender', async () => {
  const mailer = createMailer(readConfig({ SMTP_URL: 'smtp://127.0.0.1:1' }), log)
  await expect(mailer.send({ to: 'a@example.com', subject: 's', text: 't', html: 'h' })).rejects.toThrow()
  await mailer.close()
})

async function textOf(stream: NodeJS.ReadableStream): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(Buffer.from(part))
  return Buffer.concat(parts).toString('utf8')
}
