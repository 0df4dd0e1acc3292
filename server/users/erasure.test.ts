import { spawnSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { listCandidates } from '#contract/applications.ts'
import { getDev, searchDevs } from '#contract/devs.ts'
import { listChatUsers, syncMessages } from '#contract/messages.ts'
import { searchOffers } from '#contract/offers.ts'
import { getProject, searchProjects } from '#contract/projects.ts'
import { deactivateAccount, getSettings } from '#contract/settings.ts'
import { forgotPassword, login, register } from '#contract/users.ts'
import { newId, now } from '../lib/ids.ts'
import { truncateWal } from '../sqlite/thread.ts'
import {
  buildApplication,
  buildDeveloper,
  buildOffer,
  buildProject,
  buildRecruiter,
  PASSWORD,
  type Person,
} from '../test/builders.ts'
import { explain } from '../test/explain.ts'
import { buildLife, mark, storePicture } from '../test/life.ts'
import { runOperator } from '../test/operator.ts'
import { mailsTo } from '../test/outbox.ts'
import { startServer } from '../test/server.ts'
import { emptyWork } from './emptied-work.queries.ts'
import { emptyAccount } from './erasure.queries.ts'
import { eraseDueAccounts, eraseUser } from './erasure.ts'
import { reactivate } from './reactivation.ts'

const server = await startServer()
const { db, dataDir, engine } = server
const erase = (email: string) => runOperator(server, 'erase-user', email)

const TABLES = [
  ...['users', 'user_skills', 'user_facets', 'sessions', 'reset_tokens', 'files', 'projects'],
  ...['project_skills', 'likes', 'repository_cache', 'experiences', 'studies', 'offers', 'applications'],
  ...['messages', 'conversation_sides', 'inbox_events', 'notifications', 'tickets', 'jobs'],
  ...['idempotency_keys'],
] as const

/** Tables with this word in any row. */
async function tablesWith(word: string): Promise<string[]> {
  const found: string[] = []
  for (const table of TABLES) {
    const rows = await db
      .selectFrom(table as 'users')
      .selectAll()
      .execute()
    if (JSON.stringify(rows).toLowerCase().includes(word.toLowerCase())) found.push(table)
  }
  return found
}

/**
 * Files of the data directory that contain these bytes. Searched by another process: closing the database file here
 * would release the locks that SQLite holds on it in this one.
 */
function filesWith(word: string): string[] {
  const { stdout } = spawnSync('grep', ['-rliaF', word, dataDir], { encoding: 'utf8' })
  return stdout.split('\n').filter((line) => line !== '')
}

describe('puente erase-user (D-5)', () => {
  test('removes the person from all tables, files, mails and the search; data of others stays intact', async () => {
    const { word, dev, friend, recruiter, offerId, projectId, liked, pictures } = await buildLife(server)
    expect(await tablesWith(word)).toEqual(
      expect.arrayContaining(['users', 'projects', 'messages', 'applications', 'tickets', 'experiences']),
    )
    expect(filesWith(dev.email).some((name) => name.endsWith('.eml'))).toBe(true)
    const folders = readdirSync(join(dataDir, 'files'))

    const { code, out } = await erase(` ${dev.email.toUpperCase()} `)
    expect([code, out]).toEqual([0, `${dev.email} is erased. The address can be registered again.`])

    expect(await tablesWith(word)).toEqual([])
    if (engine === 'sqlite') expect(filesWith(word)).toEqual([])
    expect(readdirSync(join(dataDir, 'files'))).toHaveLength(folders.length - 3)
    for (const address of pictures) expect((await fetch(address)).status).toBe(404)
    expect(await mailsTo(server, dev.email)).toEqual([])

    // The running server reflects it at once.
    expect((await server.refusal(getSettings, { as: dev })).status).toBe(401)
    expect((await server.refusal(getDev, { params: { id: dev.id } })).status).toBe(404)
    expect((await server.refusal(getProject, { params: { id: projectId } })).status).toBe(404)
    expect((await server.call(searchDevs, { query: { q: word } })).body.total).toBe(0)
    expect((await server.call(searchProjects, { query: { q: word } })).body.total).toBe(0)

    const { body } = await server.call(listCandidates, { as: recruiter, params: { id: offerId } })
    expect(body.applicants).toMatchObject([{ user: null, coverLetter: '', phone: '', status: 'pending' }])
    expect((await server.call(getProject, { params: { id: liked } })).body.likes).toBe(1)
    const theirs = await db.selectFrom('messages').select('text').where('sender_id', '=', friend.id).execute()
    expect(theirs).toEqual([{ text: 'Thanks, see you' }])
    expect((await server.call(listChatUsers, { as: friend })).body).toEqual([])
    const inbox = await server.call(syncMessages, { as: friend, query: { after: 0 } })
    expect(inbox.body.hello).toMatchObject({ unread: {}, bell: 0 })
    expect(inbox.body.events.map((event) => event.inboxSeq)).toEqual(
      inbox.body.events.map((_, index) => index + 1),
    )
  })

  test.runIf(engine === 'sqlite')(
    'the search index and unused pages of the database contain no part of a name or word',
    async () => {
      // Letters of no other text, so that each trigram and bigram is found alone.
      const letters = 'ԙԛԝ'
      const dev = await buildDeveloper(server, {
        name: letters,
        profile: { description: `${letters} and more` },
      })
      await buildProject(server, dev, { title: letters })
      // Enough rows for an earlier merge of the index, which frees old pages.
      const around = await Promise.all(Array.from({ length: 30 }, () => buildDeveloper(server)))
      // Index entries share a prefix with the previous one.
      const pieces = ['ԛԝ', 'x51d']
      // Longer than a page, and shortened by the person.
      const description = (text: string) =>
        db.updateTable('users').set({ description: text }).where('id', '=', dev.id).execute()
      await description(letters.repeat(3000))
      await sql`pragma wal_checkpoint(truncate)`.execute(db)
      await description('')
      await sql`pragma wal_checkpoint(truncate)`.execute(db)
      for (const piece of pieces) expect(filesWith(piece)).not.toEqual([])
      await erase(dev.email)
      for (const piece of pieces) expect(filesWith(piece)).toEqual([])
      const name = around[0]?.name ?? ''
      expect((await server.call(searchDevs, { query: { q: name } })).body.total).toBeGreaterThan(0)
      await sql`insert into users_search (users_search, rank) values ('integrity-check', 1)`.execute(db)
    },
  )

  test.runIf(engine === 'sqlite')(
    'words that an interrupted erasure left there are gone after the next maintenance',
    async () => {
      const letters = 'ґҕҗ'
      const dev = await buildDeveloper(server, { name: letters })
      await buildProject(server, dev, { title: letters })
      await eraseUser(server, dev.id)
      expect(filesWith('ҕҗ')).not.toEqual([])
      await eraseDueAccounts(server)
      expect(filesWith('ҕҗ')).toEqual([])
    },
  )

  test.runIf(engine === 'sqlite')(
    'during a long read by a backup, truncating the write-ahead log does not block writes',
    async () => {
      const { id } = await buildDeveloper(server)
      const write = () => db.updateTable('users').set({ name: mark() }).where('id', '=', id).execute()
      const backup = new DatabaseSync(join(dataDir, 'puente.db'), { readOnly: true })
      backup.exec('begin; select 1 from users')
      const start = performance.now()
      const emptied = truncateWal(server)
      let longestMs = 0
      // Longer than the start of the thread and several tries.
      for (let now = start; now < start + 500; now = performance.now()) {
        await write()
        longestMs = Math.max(longestMs, performance.now() - now)
      }
      expect(statSync(join(dataDir, 'puente.db-wal')).size).toBeGreaterThan(0)
      backup.close()
      await emptied
      // SQLite itself would wait 5 s.
      expect(longestMs).toBeLessThan(2500)
      expect(statSync(join(dataDir, 'puente.db-wal')).size).toBe(0)
    },
  )

  test('mails to a longer address that contains it stay', async () => {
    const [word, host] = [mark().toLowerCase(), 'example.com']
    const dev = await buildDeveloper(server, { email: `${word}@${host}` })
    const others = [
      await buildDeveloper(server, { email: `mari${word}@${host}` }),
      await buildDeveloper(server, { email: `${word}@${host}.ar` }),
      await buildDeveloper(server, { email: `ñ.${word}@${host}` }),
    ]
    for (const { email } of [dev, ...others]) await server.call(forgotPassword, { body: { email } })
    expect(await mailsTo(server, dev.email)).toHaveLength(1)
    await erase(dev.email)
    expect(await mailsTo(server, dev.email)).toEqual([])
    for (const { email } of others) expect(await mailsTo(server, email)).toHaveLength(1)
  })

  test('is idempotent, and frees the address for a new account', async () => {
    const dev = await buildDeveloper(server)
    expect((await erase(dev.email)).code).toBe(0)
    const again = await erase(dev.email)
    expect([again.code, again.out]).toEqual([
      0,
      `There is nothing to erase: no account has the address ${dev.email}.`,
    ])
    const credentials = { email: dev.email, password: 'Another-1' }
    const { status } = await server.call(register, {
      body: { name: 'A', surname: 'B', ...credentials, 'confirm-password': 'Another-1', role: 'recruiter' },
    })
    expect(status).toBe(201)
    expect((await server.refusal(login, { body: { email: dev.email, password: PASSWORD } })).status).toBe(401)
    expect((await server.call(login, { body: credentials })).status).toBe(200)
    expect((await erase(dev.email)).out).toContain('is erased')
  })

  test('a recruiter’s offers lose their texts; the applications of others stay', async () => {
    const word = mark()
    const recruiter = await buildRecruiter(server, { surname: word, profile: { company_name: word } })
    const offerId = await buildOffer(server, recruiter, { company: word, description: word, location: word })
    const dev = await buildDeveloper(server)
    await buildApplication(server, offerId, dev, { coverLetter: 'Mine' })
    await erase(recruiter.email)
    expect(await tablesWith(word)).toEqual([])
    expect((await server.call(searchOffers, { query: { q: word } })).body.total).toBe(0)
    const remaining = await db
      .selectFrom('applications')
      .select('cover_letter')
      .where('user_id', '=', dev.id)
      .execute()
    expect(remaining).toEqual([{ cover_letter: 'Mine' }])
  })

  test('the next attempt completes an interrupted one', async () => {
    const dev = await buildDeveloper(server)
    await storePicture(server, dev)
    const files = {
      ...server.files,
      deleteFolder: () => Promise.reject(new Error('the disk is unavailable')),
    }
    await expect(eraseUser({ ...server, files }, dev.id)).rejects.toThrow('the disk is unavailable')
    expect((await server.refusal(getSettings, { as: dev })).status).toBe(401)
    expect((await erase(dev.email)).out).toContain('is erased')
    expect(await eraseUser(server, dev.id)).toBe(false)
  })

  test('a running server evicts its cached pages', async () => {
    const dev = await buildDeveloper(server)
    const before = server.changes.version(['people'])
    await erase(dev.email)
    server.jobs.wake()
    await server.jobs.settled()
    // The other node may have done the job, whose message arrives a moment later.
    await expect.poll(() => server.changes.version(['people'])).not.toBe(before)
  })

  test('without an address it prints its usage', async () => {
    const { code, err } = await runOperator(server, 'erase-user', 'nobody')
    expect(code).toBe(1)
    expect(err).toContain('puente: nobody is no address.\npuente: Usage:\npuente:   puente erase-user EMAIL')
  })
})

const isErased = async (id: string) =>
  (await db.selectFrom('users').select('erased_at').where('id', '=', id).executeTakeFirstOrThrow())
    .erased_at !== null

test.runIf(engine === 'sqlite')(
  'the applications of a person are listed without their letters (X1)',
  async () => {
    const gone = await buildDeveloper(server)
    await server.call(deactivateAccount, { as: gone })
    const plans = await explain(db, (recorded) => emptyWork({ db: recorded, engine }, gone.id))
    const listing = plans.filter(({ statement }) => /select .* from "applications"/.test(statement))
    expect(listing.flatMap(({ steps }) => steps)).toEqual([
      expect.stringContaining('USING COVERING INDEX applications_user'),
    ])
  },
)

test('blocks in both directions end with the account, in steps (X1)', async () => {
  const gone = await buildDeveloper(server)
  const peers = await Promise.all(Array.from({ length: 3 }, () => buildDeveloper(server)))
  const created_at = now()
  const pairs = peers.flatMap(({ id }) => [
    { user_id: gone.id, peer_id: id, created_at },
    { user_id: id, peer_id: gone.id, created_at },
  ])
  const [first, second] = peers
  const other = { user_id: first?.id ?? '', peer_id: second?.id ?? '', created_at }
  await db
    .insertInto('blocks')
    .values([...pairs, other])
    .execute()
  await server.call(deactivateAccount, { as: gone })
  const countBlocks = async () => (await db.selectFrom('blocks').select('user_id').execute()).length
  const before = await countBlocks()
  await emptyWork(server, gone.id)
  expect(await countBlocks()).toBe(before - pairs.length)
})

test('scheduled maintenance erases accounts 30 days after their deactivation, at the start of a day, and no others (D-5)', async () => {
  const [gone, active] = [await buildDeveloper(server), await buildDeveloper(server)]
  await server.call(deactivateAccount, { as: gone })
  const inDays = (days: number) => Date.now() + days * 24 * 3600 * 1000
  await eraseDueAccounts(server, inDays(29.9))
  expect(await isErased(gone.id)).toBe(false)
  await eraseDueAccounts(server, inDays(31))
  expect([await isErased(gone.id), await isErased(active.id)]).toEqual([true, false])
})

describe('scheduled maintenance with several due accounts (D-5)', () => {
  /** Deactivated long ago, in this order. */
  async function buildDue(count: number): Promise<Person[]> {
    const due: Person[] = []
    for (let index = 1; index <= count; index += 1) {
      const dev = await buildDeveloper(server)
      await storePicture(server, dev)
      await server.call(deactivateAccount, { as: dev })
      const deactivated_at = `2020-01-0${index}T00:00:00.000Z`
      await db.updateTable('users').set({ deactivated_at }).where('id', '=', dev.id).execute()
      due.push(dev)
    }
    return due
  }
  const erasedOf = (people: Person[]) => Promise.all(people.map(({ id }) => isErased(id)))

  test('skips an account that support reactivates meanwhile (decision 36)', async () => {
    const due = await buildDue(2)
    const saved = due[1]?.id ?? ''
    const deleteFolder = async (name: string) => {
      await db.transaction().execute((tx) => reactivate(tx, saved))
      await server.files.deleteFolder(name)
    }
    await eraseDueAccounts({ ...server, files: { ...server.files, deleteFolder } })
    expect(await erasedOf(due)).toEqual([true, false])
    expect((await server.call(getDev, { params: { id: saved } })).status).toBe(200)
    const remaining = await db
      .selectFrom('files')
      .select('deleted_at')
      .where('owner_id', '=', saved)
      .execute()
    expect(remaining).toHaveLength(1)
    await expect(db.transaction().execute((tx) => emptyAccount(tx, saved))).rejects.toThrow('is active')
    await db.updateTable('users').set({ deactivated_at: now() }).where('id', '=', saved).execute()
    expect(await eraseUser(server, saved, { before: '2020-01-31T00:00:00.000Z' })).toBe(false)
  })

  test('a failing account does not block the others', async () => {
    const due = await buildDue(3)
    const [file] = await db
      .selectFrom('files')
      .select('name')
      .where('owner_id', '=', due[1]?.id ?? '')
      .execute()
    const deleteFolder = (name: string) =>
      file?.name.startsWith(name)
        ? Promise.reject(new Error('the disk is unavailable'))
        : server.files.deleteFolder(name)
    const broken = { ...server, files: { ...server.files, deleteFolder } }
    await expect(eraseDueAccounts(broken)).rejects.toMatchObject({
      errors: [expect.objectContaining({ message: 'the disk is unavailable' })],
    })
    expect(await erasedOf(due)).toEqual([true, false, true])
    await eraseDueAccounts(server)
    expect(await erasedOf(due)).toEqual([true, true, true])
  })
})

test('any number of failing accounts does not block later ones (D-5)', async () => {
  const deactivated_at = '2019-01-01T00:00:00.000Z'
  const stuck = new Set<string>()
  for (let n = 0; n < 60; n += 1) {
    const { id } = await buildDeveloper(server)
    stuck.add(`stuck${String(n).padStart(17, '0')}`)
    const file = { id: newId(), name: `${[...stuck].at(-1)}.webp`, kind: 'image' as const, owner_id: id }
    await db
      .insertInto('files')
      .values({ ...file, content_type: 'image/webp', bytes: 1, created_at: now() })
      .execute()
    await db.updateTable('users').set({ deactivated_at }).where('id', '=', id).execute()
  }
  const last = await buildDeveloper(server)
  await db
    .updateTable('users')
    .set({ deactivated_at: '2019-02-01T00:00:00.000Z' })
    .where('id', '=', last.id)
    .execute()
  const deleteFolder = (name: string) =>
    stuck.has(name) ? Promise.reject(new Error('the disk is unavailable')) : server.files.deleteFolder(name)
  const failed = eraseDueAccounts({ ...server, files: { ...server.files, deleteFolder } })
  await expect(failed).rejects.toMatchObject({ errors: { length: 60 } })
  expect(await isErased(last.id)).toBe(true)
})
