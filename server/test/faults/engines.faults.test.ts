import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, truncateSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { likeProject } from '#contract/likes.ts'
import { listMessages, sendMessage } from '#contract/messages.ts'
import { createOffer, listOffers } from '#contract/offers.ts'
import { uploadImage } from '#contract/uploads.ts'
import { forgotPassword, getUserProfile, login } from '#contract/users.ts'
import { buildDeveloper, buildProject, buildRecruiter, PASSWORD } from '../builders.ts'
import { freePort } from '../free-port.ts'
import { recount } from '../security/recount.ts'
import { startServer } from '../server.ts'
import { until } from '../until.ts'
import { upload } from '../uploads.ts'
import { fillDisk } from './fill-disk.ts'
import { startKillable } from './killable-server.ts'

/** A second process starts slowly on a busy machine. */
const SECOND_MS = 90_000
const isPostgres = process.env.TEST_DATABASE_URL !== undefined
const picture = await sharp({
  create: {
    width: 900,
    height: 700,
    channels: 3,
    background: '#24c',
    noise: { type: 'gaussian', mean: 128, sigma: 40 },
  },
})
  .jpeg()
  .toBuffer()

describe('a full disk', () => {
  const disk = mkdtempSync(join(tmpdir(), 'puente-full-'))
  const canMount =
    !isPostgres && spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', disk]).status === 0
  afterAll(() => {
    if (canMount) spawnSync('umount', ['-l', disk])
    rmSync(disk, { recursive: true, force: true })
  })

  test.runIf(canMount)(
    'refuses writes with STORAGE_FULL, still serves reads, loses nothing, and accepts writes once space is free (G10, F6, X9)',
    async () => {
      const server = await startServer({ DATA_DIR: join(disk, 'data'), MIN_FREE_MB: '0' })
      const [rec, dev] = [await buildRecruiter(server), await buildDeveloper(server)]
      const post = (position: string) =>
        server.refusal(createOffer, { as: rec, body: { position, description: 'x'.repeat(4000) } })
      expect((await post('before')).status).toBe(201)

      const filler = fillDisk(disk, 300_000)
      let written = 1
      let refused = await post('filling')
      for (; refused.status === 201 && written < 500; written += 1) refused = await post(`filling ${written}`)
      expect([refused.status, refused.body.code]).toEqual([503, 'STORAGE_FULL'])
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      const image = await upload(server, uploadImage, new Uint8Array(picture), { as: dev })
      expect([image.status, image.body.code]).toEqual([503, 'STORAGE_FULL'])
      const ready = await fetch(`${server.url}/readyz`)
      expect([ready.status, await ready.json()]).toEqual([
        200,
        { status: 'degraded', database: true, disk: false },
      ])
      expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
      expect((await server.call(listOffers)).body.total).toBe(written)
      const left = existsSync(join(server.dataDir, 'files')) ? readdirSync(join(server.dataDir, 'files')) : []
      expect(left).toEqual([])

      truncateSync(filler, 0)
      expect((await post('after')).status).toBe(201)
      expect((await upload(server, uploadImage, new Uint8Array(picture), { as: dev })).status).toBe(201)
      expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
      expect(await recount(server.db)).toEqual([])
      const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(server.db)
      expect(rows).toEqual([{ integrity_check: 'ok' }])
    },
    60_000,
  )

  test.skipIf(isPostgres)('a database at its size limit behaves like a full disk (G10)', async () => {
    const server = await startServer()
    const rec = await buildRecruiter(server)
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(server.db)
    await sql.raw(`pragma max_page_count = ${rows[0]?.page_count}`).execute(server.db)
    const post = () =>
      server.refusal(createOffer, { as: rec, body: { position: 'x', description: 'x'.repeat(5000) } })
    let response = await post()
    for (let n = 0; response.status === 201 && n < 200; n += 1) response = await post()
    expect([response.status, response.body.code]).toEqual([503, 'STORAGE_FULL'])
    await sql.raw('pragma max_page_count = 1000000').execute(server.db)
    expect((await post()).status).toBe(201)
    expect(await recount(server.db)).toEqual([])
  })
})

describe('an upload that is cut off', () => {
  test.each([0, 0.01, 0.5, 0.99, 1])(
    'at %d of its bytes leaves nothing, and the next one works (F6)',
    async (part) => {
      const server = await startServer()
      const dev = await buildDeveloper(server)
      const boundary = 'a-boundary'
      const body = Buffer.concat([
        Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n`),
        picture,
        Buffer.from(`\r\n--${boundary}--\r\n`),
      ])
      const head = `POST /api/upload HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${dev.token}\r\nContent-Type: multipart/form-data; boundary=${boundary}\r\nContent-Length: ${body.length}\r\n\r\n`
      // 1 is all but the last byte.
      const sent = body.subarray(0, Math.min(Math.floor(body.length * part), body.length - 1))
      const { port } = new URL(server.url)
      for (let n = 0; n < 3; n += 1) {
        await new Promise<void>((resolve) => {
          const socket = connect(Number(port), '127.0.0.1', () => {
            socket.write(head)
            socket.write(sent, () => setImmediate(() => socket.destroy()))
          })
          socket.once('close', () => resolve())
        })
      }
      expect((await upload(server, uploadImage, new Uint8Array(picture), { as: dev })).status).toBe(201)
      expect(readdirSync(join(server.dataDir, 'files'))).toHaveLength(1)
      expect(await server.db.selectFrom('files').select('id').execute()).toHaveLength(1)
    },
  )
})

describe('the mail server', () => {
  const ask = async (server: Awaited<ReturnType<typeof startServer>>, email: string) => {
    const startedAt = performance.now()
    const { status } = await server.call(forgotPassword, { body: { email } })
    return { status, ms: performance.now() - startedAt }
  }
  const due = (server: Awaited<ReturnType<typeof startServer>>) =>
    server.db
      .updateTable('jobs')
      .set({ run_at: new Date(0).toISOString() })
      .execute()

  test('is unavailable: the response does not wait, and the mail is sent once when it is back (D-4, A7)', async () => {
    const port = await freePort()
    const server = await startServer({ SMTP_URL: `smtp://127.0.0.1:${port}` })
    const { email } = await buildDeveloper(server)
    expect(await ask(server, email)).toMatchObject({ status: 200 })
    await server.jobs.settled()
    expect(await server.db.selectFrom('jobs').select('attempts').execute()).toEqual([{ attempts: 1 }])

    const mails: string[] = []
    const smtp = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      onData(stream, _session, done) {
        let text = ''
        stream.on('data', (chunk: Buffer) => {
          text += chunk
        })
        stream.on('end', () => {
          mails.push(text)
          done()
        })
      },
    })
    await new Promise<void>((resolve) => smtp.listen(port, '127.0.0.1', resolve))
    await due(server)
    server.jobs.wake()
    await server.jobs.settled()
    await due(server)
    server.jobs.wake()
    await server.jobs.settled()
    expect(mails).toHaveLength(1)
    expect(mails[0]).toContain(email)
    expect(await server.db.selectFrom('jobs').select('id').execute()).toEqual([])
    await new Promise<void>((resolve) => smtp.close(resolve))
  })

  test('is slow: no response waits for it', async () => {
    const open = new Set<Socket>()
    const silent = createServer((socket) => void open.add(socket)).listen(0, '127.0.0.1')
    await new Promise((resolve) => silent.once('listening', resolve))
    const address = silent.address()
    const port = typeof address === 'object' ? address?.port : 0
    const server = await startServer({ SMTP_URL: `smtp://127.0.0.1:${port}` })
    const { email } = await buildDeveloper(server)
    expect((await ask(server, email)).status).toBe(200)
    await until(() => open.size > 0)
    for (let n = 0; n < 5; n += 1) {
      const { status, ms } = await ask(server, `${n}${email}`)
      expect([status, ms < 1000]).toEqual([200, true])
    }
    for (const socket of open) socket.destroy()
    silent.close()
  })
})

describe('the clock', () => {
  afterEach(() => void vi.useRealTimers())

  test('moves ten minutes ahead and twenty back: order and counters are right, nothing fails (S6, A5)', async () => {
    const server = await startServer()
    const [dev, rec] = [await buildDeveloper(server), await buildRecruiter(server)]
    const project = await buildProject(server, dev)
    const signIn = async () =>
      (await server.call(login, { body: { email: dev.email, password: PASSWORD } })).body.token
    const mayCall = async (token: string) => (await server.call(getUserProfile, { as: token })).status
    const work = async (text: string) => {
      expect(
        (await server.call(sendMessage, { params: { id: rec.id }, body: { text }, as: dev })).status,
      ).toBe(201)
      expect((await server.call(likeProject, { params: { id: project }, body: {}, as: rec })).status).toBe(
        200,
      )
      expect((await server.call(createOffer, { body: { position: text }, as: rec })).status).toBe(201)
    }
    await work('1')
    const before = Date.now()
    vi.useFakeTimers({ toFake: ['Date'], now: before + 10 * 60_000 })
    await work('2')
    const early = await signIn()
    expect(await mayCall(early)).toBe(200)
    expect(await mayCall(dev.token)).toBe(200)

    vi.setSystemTime(before - 10 * 60_000)
    await work('3')
    await work('4')
    expect(await mayCall(await signIn())).toBe(200)
    const { body } = await server.call(listMessages, { params: { id: dev.id }, as: rec })
    expect(body.map(({ text, seq }) => [text, seq])).toEqual([
      ['1', 1],
      ['2', 2],
      ['3', 3],
      ['4', 4],
    ])

    vi.setSystemTime(before + 11 * 60_000)
    await work('5')
    expect(await mayCall(early)).toBe(200)
    expect(await mayCall(dev.token)).toBe(200)
    expect(await recount(server.db)).toEqual([])
  })
})

describe('a second server', () => {
  test.skipIf(isPostgres)(
    'on the same data does not start, and does not affect the first one (D-2)',
    async () => {
      const dataDir = mkdtempSync(join(tmpdir(), 'puente-second-'))
      const first = await startKillable({ DATA_DIR: dataDir })
      const startedAt = Date.now()
      await expect(startKillable({ DATA_DIR: dataDir })).rejects.toThrow('did not start')
      expect(Date.now() - startedAt).toBeLessThan(10_000)
      expect((await fetch(`${first.url}/readyz`)).status).toBe(200)
      await first.kill()
      // The lock of a dead process is replaced.
      const next = await startKillable({ DATA_DIR: dataDir })
      expect((await fetch(`${next.url}/readyz`)).status).toBe(200)
      await next.kill()
      rmSync(dataDir, { recursive: true })
    },
    SECOND_MS,
  )
})
