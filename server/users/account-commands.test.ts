import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { searchDevs } from '#contract/devs.ts'
import { searchOffers } from '#contract/offers.ts'
import { deleteProject, getProject, searchProjects } from '#contract/projects.ts'
import { deactivateAccount, getSettings } from '#contract/settings.ts'
import { login } from '#contract/users.ts'
import { buildDeveloper, buildOffer, buildProject, buildRecruiter, PASSWORD } from '../test/builders.ts'
import { buildLife, mark } from '../test/life.ts'
import { runOperator } from '../test/operator.ts'
import { startServer } from '../test/server.ts'
import { eraseUser } from './erasure.ts'

const server = await startServer()
const { db, dataDir } = server

describe('puente reactivate-user (decision 36)', () => {
  const totals = () => db.selectFrom('totals').select(['name', 'value']).orderBy('name').execute()

  test('restores the account and its public data', async () => {
    const word = mark()
    const dev = await buildDeveloper(server, { name: word, profile: { skills: JSON.stringify([word]) } })
    const projectId = await buildProject(server, dev, { title: word, projectSkills: [word] })
    const deleted = await buildProject(server, dev, { title: `${word} deleted` })
    await server.call(deleteProject, { as: dev, params: { id: deleted } })
    const recruiter = await buildRecruiter(server)
    await buildOffer(server, recruiter, { position: word, skills: [word] })
    const before = await totals()
    for (const as of [dev, recruiter]) await server.call(deactivateAccount, { as })
    for (const { email } of [dev, recruiter]) {
      const { code, out } = await runOperator(server, 'reactivate-user', email)
      expect([code, out]).toEqual([0, `${email} is active again and signs in with the old password.`])
    }
    expect(await totals()).toEqual(before)
    expect((await server.call(getProject, { params: { id: projectId } })).body.title).toBe(word)
    expect((await server.refusal(getProject, { params: { id: deleted } })).status).toBe(404)
    const lists = await Promise.all([
      server.call(searchDevs, { query: { q: word } }),
      server.call(searchProjects, { query: { q: word } }),
      server.call(searchOffers, { query: { q: word } }),
    ])
    expect(lists.map((list) => list.body.total)).toEqual([1, 1, 1])
    expect((await server.refusal(getSettings, { as: dev })).status).toBe(401)
    expect((await server.call(login, { body: { email: dev.email, password: PASSWORD } })).status).toBe(200)
  })

  test('ignores an active account, and refuses an erased or unknown one', async () => {
    const dev = await buildDeveloper(server)
    expect((await runOperator(server, 'reactivate-user', dev.email)).out).toContain('There is nothing to do')
    await eraseUser(server, dev.id)
    const { code, err } = await runOperator(server, 'reactivate-user', dev.email)
    expect([code, err]).toEqual([1, `puente: No account has the address ${dev.email}.`])
  })
})

describe('puente export-user (D-5)', () => {
  test('writes the stored data as JSON, and the files; of others only their names', async () => {
    const { word, dev, friend } = await buildLife(server)
    const { code, out } = await runOperator(server, 'export-user', dev.email)
    const folder = join(dataDir, 'exports', dev.email)
    expect([code, out]).toEqual([0, `All data stored about ${dev.email} was written to ${folder}.`])
    const text = readFileSync(join(folder, 'data.json'), 'utf8')
    const data = JSON.parse(text)
    expect(data).toMatchObject({
      account: { email: dev.email, name: word, phone: '+34 600 600 600', skills: [word] },
      experiences: [{ company: word }],
      projects: [{ title: word, skills: [word] }],
      likes: [{ title: 'Ferry timetable' }],
      applications: [
        { cover_letter: word, position: 'Backend developer', history: [{ to_status: 'pending' }] },
      ],
      messages: [
        { with: `${friend.name} ${friend.surname}`, sent: true, text: word },
        { sent: false, text: 'Thanks, see you' },
      ],
      tickets: [{ subject: word }],
    })
    for (const secret of ['password_hash', '$argon2', friend.email, 'token'])
      expect(text).not.toContain(secret)
    expect(data.files).toHaveLength(3)
    for (const { file } of data.files) {
      expect(readFileSync(join(folder, file)).subarray(8, 12).toString()).toBe('WEBP')
    }
    expect(statSync(folder).mode & 0o777).toBe(0o700)

    const again = await runOperator(server, 'export-user', dev.email)
    expect([again.code, again.err]).toEqual([1, `puente: ${folder} exists already: name another folder.`])
    expect((await runOperator(server, 'export-user', dev.email, `${folder}-2`)).code).toBe(0)
  })

  test('writes lists of offers as lists', async () => {
    const recruiter = await buildRecruiter(server)
    const lists = { skills: ['Go'], countries: ['ES', 'PT'] }
    await buildOffer(server, recruiter, { ...lists, contractType: ['Freelance'] })
    await runOperator(server, 'export-user', recruiter.email)
    const data = JSON.parse(readFileSync(join(dataDir, 'exports', recruiter.email, 'data.json'), 'utf8'))
    expect(data.offers).toMatchObject([{ ...lists, contract_types: ['Freelance'] }])
  })

  test('an address with a path in it stays inside the target folder', async () => {
    const email = '../../elsewhere/x@example.com'
    await buildDeveloper(server, { email })
    const { code } = await runOperator(server, 'export-user', email)
    expect([code, readdirSync(join(dataDir, 'exports'))]).toEqual([
      0,
      expect.arrayContaining(['.._.._elsewhere_x@example.com']),
    ])
  })

  test('refuses an unknown account and a folder without a database in one line, and creates nothing', async () => {
    const { code, err } = await runOperator(server, 'export-user', 'nobody@example.com')
    expect([code, err]).toEqual([1, 'puente: No account has the address nobody@example.com.'])
    const elsewhere = join(dataDir, 'elsewhere')
    const { config } = server
    const wrong = await runOperator(
      { config: { ...config, DATA_DIR: elsewhere, DATABASE_URL: undefined } },
      'export-user',
      'nobody@example.com',
    )
    expect(wrong.err).toBe(
      `puente: There is no database in ${elsewhere}. DATA_DIR names the folder of the server.`,
    )
    expect(readdirSync(dataDir)).not.toContain('elsewhere')
  })
})
