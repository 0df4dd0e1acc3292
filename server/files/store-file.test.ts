import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createOffer, listOffers } from '#contract/offers.ts'
import { uploadPdf } from '#contract/uploads.ts'
import { buildDeveloper, buildRecruiter } from '../test/builders.ts'
import { startServer } from '../test/server.ts'
import { upload } from '../test/uploads.ts'

const small = await startServer({ USER_QUOTA_MB: '4' })
const limited = await startServer({ RATE_LIMITS: 'on' })
const full = await startServer({ MIN_FREE_MB: '1000000000' })
const broken = await startServer()

const pdf = (bytes: number) => {
  const content = Buffer.alloc(bytes)
  content.write('%PDF-1.7')
  return content
}
const MEGABYTE = 1024 * 1024

describe('the quota of a person', () => {
  test('applies to concurrent uploads too (F6)', async () => {
    const server = small
    const ana = await buildDeveloper(server)
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => upload(server, uploadPdf, pdf(MEGABYTE), { as: ana })),
    )
    const statuses = responses.map(({ status }) => status).sort()
    expect(statuses).toEqual([201, 201, 201, 201, 409, 409, 409, 409])
    const refused = responses.find(({ status }) => status === 409)
    expect(refused?.body).toMatchObject({
      code: 'LIMIT_REACHED',
      message: 'Your storage is full. Remove some files first.',
    })
    expect(readdirSync(join(server.dataDir, 'files'))).toHaveLength(4)

    const eve = await buildDeveloper(server)
    expect((await upload(server, uploadPdf, pdf(MEGABYTE), { as: eve })).status).toBe(201)
  })

  test('sixty uploads an hour are allowed (decision 32)', async () => {
    const server = limited
    const ana = await buildDeveloper(server)
    for (let count = 0; count < 60; count += 1) {
      expect((await upload(server, uploadPdf, Buffer.from('x'), { as: ana })).status).toBe(415)
    }
    expect((await upload(server, uploadPdf, pdf(10), { as: ana })).status).toBe(429)
  })
})

describe('the disk space of the machine', () => {
  test('when used up, refuses large writes with STORAGE_FULL; small ones and reads go on (X3, X9)', async () => {
    const rec = await buildRecruiter(full)
    const post = (description: string) =>
      full.refusal(createOffer, { as: rec, body: { position: 'Keeper', description } })
    expect((await post('x'.repeat(5000))).status).toBe(201)
    const large = await post('x'.repeat(17_000))
    expect([large.status, large.body.code, large.headers.get('retry-after')]).toEqual([
      503,
      'STORAGE_FULL',
      '60',
    ])
    expect((await full.call(listOffers)).body.total).toBe(1)
    // The full disk is reported to people who may write only.
    const visitor = await full.refusal(createOffer, { body: { description: 'x'.repeat(17_000) } })
    expect(visitor.status).toBe(401)
  })

  test('when used up, refuses uploads with STORAGE_FULL (F6)', async () => {
    const server = full
    const ana = await buildDeveloper(server)
    const { status, body, headers } = await upload(server, uploadPdf, pdf(10), { as: ana })
    expect([status, body.code]).toEqual([503, 'STORAGE_FULL'])
    expect(headers.get('retry-after')).toBe('60')
  })

  test('a failing store leaves no row, and a later upload works (F6)', async () => {
    const server = broken
    const ana = await buildDeveloper(server)
    const folder = join(server.dataDir, 'files')
    writeFileSync(folder, 'not a folder')
    expect((await upload(server, uploadPdf, pdf(10), { as: ana })).status).toBe(500)
    expect(await server.db.selectFrom('files').select('id').execute()).toEqual([])
    rmSync(folder)
    mkdirSync(folder)
    expect((await upload(server, uploadPdf, pdf(10), { as: ana })).status).toBe(201)
  })
})
