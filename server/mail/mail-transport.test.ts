import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { PermanentFailure } from '../jobs/jobs.ts'
import { until } from '../test/until.ts'
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

test('a dry run of a mail does the work of a sent one up to its delivery (A7)', async () => {
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
  await smtp.dryRun(mail)
  expect(events).toEqual(['connected'])
  await smtp.close()
  await new Promise<void>((closed) => server.close(() => closed()))
  await expect(smtp.dryRun(mail)).rejects.toThrow()

  const folder = mkdtempSync(join(tmpdir(), 'puente-outbox-'))
  const outbox = createMailer(readConfig({ DATA_DIR: folder }), log)
  await outbox.dryRun(mail)
  expect(readdirSync(join(folder, 'outbox'))).toEqual([])
  await outbox.send(mail)
  expect(readdirSync(join(folder, 'outbox'))).toHaveLength(1)
  // A mail half written by a killed process does not block the retry.
  writeFileSync(join(folder, 'outbox', 'one.eml.part'), 'half of')
  await outbox.send({ ...mail, id: 'one' })
  expect(readdirSync(join(folder, 'outbox'))).toHaveLength(2)
  expect(readFileSync(join(folder, 'outbox', 'one.eml'), 'utf8')).toContain(mail.subject)
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
  const mailer = openMailer(readConfig({ SMTP_URL: `smtp://127.0.0.1:${port}` }), log, {
    silenceMs: 100,
    mailMs: 60_000,
  })
  const mail = { to: 'a@example.com', subject: 's', text: 't', html: 'h' }
  await expect(mailer.send(mail)).rejects.toMatchObject({ code: 'ETIMEDOUT' })
  await expect(mailer.dryRun(mail)).rejects.toMatchObject({ code: 'ETIMEDOUT' })
  await mailer.close()
  for (const socket of sockets) socket.destroy()
  silent.close()
})

test('a mail server that never stops responding delays one mail up to its limit, and no other (X6)', async () => {
  const sockets = new Set<Socket>()
  let accepted = 0
  const server = new SMTPServer({
    authOptional: true,
    onData: (stream: NodeJS.ReadableStream, session, done) => {
      const isHanging = session.envelope.rcptTo.some(({ address }) => address === 'hangs@example.com')
      stream.resume().on('end', () => {
        if (!isHanging) accepted += 1
        if (!isHanging) return done()
        // An endless multi-line reply: the connection is never idle.
        const [socket] = sockets
        const timer = setInterval(() => socket?.write('250-more\r\n'), 20)
        socket?.once('close', () => clearInterval(timer))
      })
    },
  })
  server.server.on('connection', (socket: Socket) => sockets.add(socket))
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const settings = { SMTP_URL: `smtp://127.0.0.1:${port}?ignoreTLS=true`, SMTP_CONNECTIONS: '2' }
  const mailer = openMailer(readConfig(settings), log, { silenceMs: 1000, mailMs: 2000 })
  const mail = { subject: 's', text: 't', html: 'h' }
  const hanging = mailer.send({ ...mail, to: 'hangs@example.com' }).then(
    () => 'sent',
    ({ code }: { code: string }) => code,
  )
  await until(() => sockets.size === 1)
  for (let sent = 0; sent < 5; sent += 1) await mailer.send({ ...mail, to: 'a@example.com' })
  expect(accepted).toBe(5)
  // Pooled for the next mail.
  expect(sockets.size).toBe(2)
  expect(await hanging).toMatch(/ABORT|TIMEOUT|ETIMEDOUT/)
  await until(() => [...sockets][0]?.destroyed)
  await mailer.close()
  await new Promise<void>((closed) => server.close(() => closed()))
})

test('no more mails a second are sent than SMTP_RATE', async () => {
  const server = new SMTPServer({
    authOptional: true,
    onData: (stream: NodeJS.ReadableStream, _session, done) => void stream.resume().on('end', () => done()),
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const settings = {
    SMTP_URL: `smtp://127.0.0.1:${port}?ignoreTLS=true`,
    SMTP_CONNECTIONS: '1',
    SMTP_RATE: '2',
  }
  const mailer = openMailer(readConfig(settings), log)
  const mail = { to: 'a@example.com', subject: 's', text: 't', html: 'h' }
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: 3 }, () => mailer.send(mail)))
  expect(performance.now() - startedAt).toBeGreaterThan(900)
  await mailer.close()
  await new Promise<void>((closed) => server.close(() => closed()))
})

test('a refused receiver is a permanent failure, a busy server or a wrong password is not', async () => {
  let reply = 550
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(Object.assign(new Error('no'), { responseCode: 535 })),
    onRcptTo: (_address, _session, done) => done(Object.assign(new Error('no'), { responseCode: reply })),
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const failureOf = async (user: string) => {
    const settings = { SMTP_URL: `smtp://${user}127.0.0.1:${port}?ignoreTLS=true` }
    const mailer = openMailer(readConfig(settings), log)
    const mail = { to: 'a@example.com', subject: 's', text: 't', html: 'h' }
    const error = await mailer.send(mail).catch((caught: unknown) => caught)
    await mailer.close()
    return error
  }
  expect(await failureOf('')).toBeInstanceOf(PermanentFailure)
  expect(await failureOf('')).toMatchObject({ code: 'EENVELOPE', responseCode: 550 })
  reply = 451
  expect(await failureOf('')).not.toBeInstanceOf(PermanentFailure)
  const refused = await failureOf('user:wrong@')
  expect(refused).toMatchObject({ responseCode: 535 })
  expect(refused).not.toBeInstanceOf(PermanentFailure)
  await new Promise<void>((closed) => server.close(() => closed()))
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
