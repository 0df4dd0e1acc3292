import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { applyToOffer } from '#contract/apply.ts'
import {
  createExperience,
  createStudy,
  deleteExperience,
  updateExperience,
  updateStudy,
} from '#contract/careers.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { likeProject } from '#contract/likes.ts'
import { editMessage, sendMessage } from '#contract/messages.ts'
import { createOffer, deleteOffer, updateOffer } from '#contract/offers.ts'
import { createProject, deleteProject, updateProject } from '#contract/projects.ts'
import { uploadPdf } from '#contract/uploads.ts'
import { buildDeveloper, buildRecruiter, type Person } from '../test/builders.ts'
import { recount } from '../test/security/recount.ts'
import { startServer, type TestServer } from '../test/server.ts'
import { upload } from '../test/uploads.ts'
import { recountUsage } from './recount.ts'

const server = await startServer()
const small = await startServer({ USER_QUOTA_MB: '1' })
const period = { startDate: '2020-01', endDate: null }
const project = { title: 'Map', category: 'Backend', year: 2024 }
const pdf = Buffer.from('%PDF-1.7')

describe('the bytes of a person', () => {
  const bytesOf = async (on: TestServer, { id }: Person) =>
    (
      await on.db
        .selectFrom('quota_usage')
        .select('total')
        .where('subject', '=', id)
        .where('kind', '=', 'bytes')
        .executeTakeFirst()
    )?.total ?? 0

  test('count rows and files together: either can exhaust the quota (X3)', async () => {
    const dev = await buildDeveloper(small)
    const long = 'ñ'.repeat(5000)
    const large = { ...project, description: long, codeSections: Array(10).fill(long) }
    let made = 0
    let response = await small.refusal(createProject, { as: dev, body: large })
    for (; response.status === 201; made += 1)
      response = await small.refusal(createProject, { as: dev, body: large })
    expect([response.status, response.body]).toEqual([
      409,
      { error: true, code: 'LIMIT_REACHED', message: 'Your storage is full.' },
    ])
    // 1 MiB and a tenth in rows of 110 kB.
    expect(made).toBe(10)
    const refused = await upload(small, uploadPdf, pdf, { as: dev })
    expect([refused.status, refused.body.code]).toEqual([409, 'LIMIT_REACHED'])
    expect(await recount(small.db)).toEqual([])
  })

  test('used up by files, leave a tenth for texts (X3)', async () => {
    const dev = await buildDeveloper(small)
    const content = Buffer.concat([pdf, randomBytes(1024 * 1024 - pdf.length)])
    expect((await upload(small, uploadPdf, content, { as: dev })).status).toBe(201)
    expect((await upload(small, uploadPdf, pdf, { as: dev })).status).toBe(409)
    expect((await small.call(createProject, { as: dev, body: project })).status).toBe(201)
  })

  type Editable = [table: string, field: string, make: Endpoint, edit: Endpoint, given: object]
  test.each<Editable>([
    ['projects', 'description', createProject, updateProject, project],
    [
      'experiences',
      'description',
      createExperience,
      updateExperience,
      { company: 'C', position: 'P', ...period },
    ],
    ['studies', 'description', createStudy, updateStudy, { degree: 'D', instituteName: 'I', ...period }],
    ['offers', 'description', createOffer, updateOffer, { position: 'P' }],
    ['messages', 'text', sendMessage, editMessage, {}],
  ])('beyond the quota an edit of %s may shrink a row, and not make it grow (X3)', async (...given) => {
    const [table, field, make, edit, others] = given
    const [dev, rec] = [await buildDeveloper(small), await buildRecruiter(small)]
    const as = table === 'offers' ? rec : dev
    const body = { ...others, [field]: 'As it was' }
    const made = await small.call(make, { as, params: { id: rec.id }, body })
    const { _id: id } = made.body as { _id: string }
    await small.db
      .updateTable('quota_usage')
      .set({ total: 2 * 1024 * 1024 })
      .where('subject', '=', as.id)
      .where('kind', '=', 'bytes')
      .execute()
    const change = (text: string) => small.refusal(edit, { as, params: { id }, body: { [field]: text } })
    expect((await change('As it is')).status).toBe(200)
    expect((await change('As it will be')).body.code).toBe('LIMIT_REACHED')
    const stored = await small.db
      .selectFrom(table as 'projects')
      .select(sql<string>`${sql.ref(field)}`.as('text'))
      .where('id', '=', id)
      .executeTakeFirst()
    expect(stored?.text).toBe('As it is')
  })

  test('equal a recount after creations, edits, deletions, likes and their removal (X3)', async () => {
    const [dev, rec] = [await buildDeveloper(server), await buildRecruiter(server)]
    await server.call(sendMessage, { as: dev, params: { id: rec.id }, body: { text: 'Qué tal 🙂' } })
    const cv = await upload(server, uploadPdf, pdf, { as: dev })
    expect(cv.status).toBe(201)
    const { body } = await server.call(createProject, {
      as: dev,
      body: { ...project, description: 'Ω'.repeat(99) },
    })
    const params = { id: body._id }
    await server.call(updateProject, {
      as: dev,
      params,
      body: { description: '🙂', codeSections: ['a', 'b'] },
    })
    await server.call(likeProject, { as: rec, params })
    await server.call(likeProject, { as: rec, params })
    const entry = { company: 'C', position: 'P', ...period }
    const made = await server.call(createExperience, { as: dev, body: entry })
    const entryOf = { as: dev, params: { id: made.body._id } }
    await server.call(updateExperience, { ...entryOf, body: { company: 'Compañía' } })
    await server.call(deleteExperience, entryOf)
    const offer = await server.call(createOffer, { as: rec, body: { position: 'P' } })
    const offerOf = { as: rec, params: { id: offer.body._id } }
    await server.call(updateOffer, { ...offerOf, body: { position: 'Programmer', skills: ['Go', 'C'] } })
    await server.call(applyToOffer, {
      as: dev,
      params: offerOf.params,
      body: { phone: '+34 600 000 000', coverLetter: 'é', gdprAccepted: true },
    })
    await server.call(deleteOffer, offerOf)
    await server.call(deleteProject, { as: dev, params })
    const bytes = await bytesOf(server, dev)
    expect(bytes).toBeGreaterThan(0)
    expect(await bytesOf(server, rec)).toBeGreaterThan(0)
    expect(await recount(server.db)).toEqual([])
    await server.db.transaction().execute(recountUsage)
    expect(await bytesOf(server, dev)).toBe(bytes)
  })
})
