import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import PostalMime, { type Email } from 'postal-mime'
import { afterAll, expect, test } from 'vitest'
import { STATUSES } from '#contract/applications.ts'
import { lifeOf } from '../../applications/application-life.ts'
import { listFormer, readStored } from '../../applications/facts.queries.ts'
import type { Services } from '../../services.ts'
import { buildApplication, buildDeveloper, buildOffer, buildRecruiter, type Person } from '../builders.ts'
import { engineSettings } from '../database.ts'
import { applicationNotifications } from '../notified.ts'
import { send } from '../security/send.ts'
import { until } from '../until.ts'
import { startKillable, withData } from './killable-server.ts'
import { IS_LONG } from './long.ts'

const isPostgres = process.env.TEST_DATABASE_URL !== undefined
const KILLS = IS_LONG ? 20 : 2
/** The number of actions before each kill, and its maximum delay after them. */
const [ACTS, LONGEST_MS] = [30, 300]
const RETRY_MS = 30
const DEVELOPERS = 6
const OFFERS = 4
const MESSAGE = 'Thank you, {name}: the post is filled.'

/** Tenths of a second instead of minutes and days. */
const SPANS = {
  DECISION_DELAY_MINUTES: '0.005',
  STATUS_MAIL_MINUTES: '0.005',
  ANSWER_REMINDER_DAYS: '0.000006',
  NO_ANSWER_DAYS: '0.00002',
  RESPONSIVENESS_SECONDS: '0.4',
  DIGEST_HOURLY_MINUTES: '0.005',
}

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})
function newDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'puente-killed-'))
  folders.push(dataDir)
  return dataDir
}

test(`killed ${KILLS} times: applicants are notified once of every answer and every end, and never of an undone one`, {
  tags: ['APPL-03', 'APPL-04', 'APPL-06', 'APPL-08', 'APPL-09', 'APPL-10', 'LIFE-08'],
  timeout: 30_000 + KILLS * 10_000,
}, async () => {
  const settings = { ...SPANS, ...(await engineSettings()), DATA_DIR: newDataDir() }
  const scene = await withData(settings, buildScene)
  // SQLite has one process per folder; PostgreSQL any number.
  const dirs = isPostgres ? [settings.DATA_DIR, newDataDir()] : [settings.DATA_DIR]
  const servers = await Promise.all(dirs.map((dir) => startKillable({ ...settings, DATA_DIR: dir })))
  const url = () => pick(servers).url
  await moveApplicants(url(), scene)
  const traffic = scene.developers.map((developer) => startTraffic(url, developer, scene))
  const responses = () => traffic.reduce((sum, one) => sum + one.responses(), 0)
  for (let kill = 0; kill < KILLS - 1; kill += 1) {
    const goal = responses() + ACTS
    await until(() => responses() >= goal, 20_000)
    const closing = closeOffers(url, scene, kill)
    await wait(Math.random() * LONGEST_MS)
    const server = pick(servers)
    await server.kill()
    await server.start()
    await closing
  }
  await Promise.all(traffic.map((one) => one.stop()))
  // All at once the last time.
  const closing = closeOffers(url, scene, KILLS - 1)
  await wait(Math.random() * LONGEST_MS)
  for (const server of servers) await server.kill()
  // Leases of dead processes end after half a minute.
  await withData(settings, ({ db }) =>
    db.updateTable('jobs').set({ run_at: new Date().toISOString() }).where('attempts', '>', 0).execute(),
  )
  for (const server of servers) await server.start()
  await closing

  // The last offer has no answers.
  for (const as of scene.developers) {
    await send(url(), 'POST /offers/:id/apply', { params: { id: scene.silent }, body: FORM }, as.token)
  }
  await withData(settings, ({ db }) => until(() => isIdle(db, scene), 20_000))
  for (const server of servers) await server.kill()
  await withData(settings, async ({ db, config }) => {
    const sentMails = await readMails(dirs)
    await expectEndsNotified(db, scene, sentMails)
    for (const developer of scene.developers) {
      const notified = await applicationNotifications(db, developer)
      const rows = await db
        .selectFrom('applications')
        .select('id')
        .where('user_id', '=', developer.id)
        .where('offer_id', 'not in', closedOf(scene))
        .execute()
      const current = await readStored(
        db,
        rows.map(({ id }) => id),
      )
      const applications = [...current.values(), ...(await listFormer(db, { userId: developer.id }))]
      expect(applications.length).toBeGreaterThanOrEqual(1)
      for (const { id, facts } of applications) {
        const { timeline, state } = lifeOf(facts, config.NO_ANSWER_DAYS, new Date().toISOString())
        const sent = timeline.flatMap(({ kind, to }) => (kind === 'status' && to !== 'pending' ? [to] : []))
        const of = notified.filter(({ applicationId }) => applicationId === id)
        expect([facts, of.flatMap(({ status }) => status ?? [])]).toEqual([facts, sent])
        const silences = of.filter(({ kind }) => kind === 'noAnswer').length
        if (state === 'no-answer') expect([facts, silences]).toEqual([facts, 1])
        else expect(silences).toBeLessThanOrEqual(1)
        const mailed = mailsAbout(sentMails, id, /^(You were accepted|About your application)/).length
        const decisions = sent.filter((status) => status === 'accepted' || status === 'rejected').length
        expect(mailed).toBeLessThanOrEqual(decisions)
        // A decision reverted within the debounce time of mails is not mailed.
        const last = timeline.findLast(({ kind }) => kind === 'status')?.to ?? ''
        if (facts.withdrawnAt === null && ['accepted', 'rejected'].includes(last)) {
          expect([facts, mailed > 0]).toEqual([facts, true])
        }
      }
    }
    const reminders = await applicationNotifications(db, scene.recruiter)
    expect(reminders.filter(({ kind }) => kind === 'answerReminder')).toHaveLength(1)
  })
})

async function buildScene(services: Services) {
  const recruiter = await buildRecruiter(services)
  const offers: string[] = []
  for (let n = 0; n < OFFERS; n += 1) offers.push(await buildOffer(services, recruiter))
  const developers: Person[] = []
  for (let n = 0; n < DEVELOPERS; n += 1) developers.push(await buildDeveloper(services))
  // Two for each kill, with and without rejections, to which everybody has applied.
  const closed: { id: string; reject: boolean }[] = []
  for (let n = 0; n < 2 * KILLS; n += 1) {
    const id = await buildOffer(services, recruiter)
    for (const developer of developers) await buildApplication(services, id, developer)
    closed.push({ id, reject: n % 2 === 1 })
  }
  return { recruiter, offers, developers, closed, silent: await buildOffer(services, recruiter) }
}
type Scene = Awaited<ReturnType<typeof buildScene>>

const closedOf = ({ closed }: Scene) => closed.map(({ id }) => id)

/** Before an offer is closed its first applicant is answered, and the second one is opened. */
const MOVED = ['interviewed', 'reviewed']

async function moveApplicants(url: string, { closed, developers, recruiter }: Scene): Promise<void> {
  for (const { id } of closed) {
    for (const [index, status] of MOVED.entries()) {
      const params = { id, candidateId: developers[index]?.id ?? '' }
      const move = 'PUT /offers/:id/candidates/:candidateId'
      expect((await send(url, move, { params, body: { status } }, recruiter.token)).status).toBe(200)
    }
  }
}

/** Closes the two offers of this kill, retried until a server responds. */
async function closeOffers(url: () => string, { closed, recruiter }: Scene, kill: number): Promise<void> {
  const close = async ({ id, reject }: Scene['closed'][number]) => {
    const body = { state: 'closed', reason: 'filled', message: MESSAGE, reject }
    const tried = () =>
      send(url(), 'PATCH /offers/:id/state', { params: { id }, body }, recruiter.token).then(
        ({ status }) => status,
        () => undefined,
      )
    for (let status = await tried(); status !== 200; status = await tried()) {
      // Closed by a request with a lost response.
      if (status === 409) return
      await wait(RETRY_MS)
    }
  }
  await Promise.all(closed.slice(2 * kill, 2 * kill + 2).map(close))
}

/** Waiting applicants of a closed offer were notified and mailed once, and rejected only where requested. */
async function expectEndsNotified(db: Services['db'], { closed, developers }: Scene, sentMails: Email[]) {
  for (const [index, developer] of developers.entries()) {
    const notified = await applicationNotifications(db, developer)
    for (const { id, reject } of closed) {
      const { id: applicationId, status } = await db
        .selectFrom('applications')
        .select(['id', 'status'])
        .where('offer_id', '=', id)
        .where('user_id', '=', developer.id)
        .executeTakeFirstOrThrow()
      const ends = notified.filter((one) => one.kind === 'offerEnded' && one.applicationId === applicationId)
      const mails = mailsAbout(sentMails, applicationId, /^An offer has ended/)
      const decisions = notified.filter(
        (one) => one.applicationId === applicationId && one.status === 'rejected',
      )
      const before = MOVED[index] ?? 'pending'
      const waited = before !== 'interviewed'
      expect({ status, ends: ends.length, mails: mails.length, decisions }).toEqual({
        status: waited && reject ? 'rejected' : before,
        ends: waited ? 1 : 0,
        mails: waited ? 1 : 0,
        decisions: [],
      })
      for (const { text } of mails) expect(text).toContain(MESSAGE.replace('{name}', developer.name))
    }
  }
}

const FORM = { phone: '+34 600 000 000', coverLetter: '', gdprAccepted: true }

const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T

/** Applies, withdraws, changes, sends and reverts statuses until stopped; ignores lost responses. */
function startTraffic(url: () => string, developer: Person, { recruiter, offers }: Scene) {
  let isOver = false
  let responses = 0
  async function run() {
    while (!isOver) {
      const id = pick(offers)
      const own = await send(url(), 'GET /applications', { query: { limit: '50' } }, developer.token)
        .then(
          (response) =>
            response.json() as Promise<{ _id: string; withdrawnAt: string | null; offer: { _id: string } }[]>,
        )
        .catch(() => undefined)
      const open = own?.find(({ offer, withdrawnAt }) => offer._id === id && withdrawnAt === null)
      const params = { id: open?._id ?? '' }
      const chance = Math.random()
      const status = pick(STATUSES)
      const act = !open
        ? send(url(), 'POST /offers/:id/apply', { params: { id }, body: FORM }, developer.token)
        : chance < 0.06
          ? send(url(), 'POST /applications/:id/withdraw', { params, body: {} }, developer.token)
          : chance < 0.3
            ? send(url(), 'POST /applications/:id/notify-now', { params, body: {} }, recruiter.token)
            : send(
                url(),
                'PUT /offers/:id/candidates/:candidateId',
                { params: { id, candidateId: params.id }, body: { status } },
                recruiter.token,
              )
      const response = await act.catch(() => undefined)
      if (response) {
        responses += 1
        // Another actor may have been first, and a body of a dead server may be truncated.
        if (response.status >= 400 && ![404, 409, 503].includes(response.status)) {
          throw new Error(`${response.status}: ${await response.text()}`)
        }
        await response.text().catch(() => undefined)
      }
      // Long enough for some decisions to become due, too short for others.
      await wait(RETRY_MS + Math.random() * 250)
    }
  }
  const running = run()
  return {
    responses: () => responses,
    stop: () => {
      isOver = true
      return running
    },
  }
}

/** Resolves when nothing is pending. */
async function isIdle(db: Services['db'], scene: Scene): Promise<boolean> {
  const [jobs, deliveries, unsent, silent] = await Promise.all([
    db
      .selectFrom('jobs')
      .select('id')
      .where('kind', 'in', ['deliveries', 'notification mail', 'offer ended'])
      .where('done_at', 'is', null)
      .execute(),
    db.selectFrom('deliveries').select('id').execute(),
    db.selectFrom('applications').select('id').where('sends_at', 'is not', null).execute(),
    db
      .selectFrom('applications')
      .select('id')
      .where('answered_at', 'is', null)
      .where('withdrawn_at', 'is', null)
      .where('no_answer_sent_at', 'is', null)
      .where('offer_id', 'not in', closedOf(scene))
      .execute(),
  ])
  return jobs.length + deliveries.length + unsent.length + silent.length === 0
}

/** The mails of all processes. One that was sent again after a kill counts once: it is the same mail. */
async function readMails(dirs: string[]): Promise<Email[]> {
  const files = dirs.flatMap((dir) => {
    const outbox = join(dir, 'outbox')
    return existsSync(outbox) ? readdirSync(outbox).map((name) => join(outbox, name)) : []
  })
  const mails = await Promise.all(
    files.filter((name) => name.endsWith('.eml')).map((name) => PostalMime.parse(readFileSync(name))),
  )
  return [...new Map(mails.map((mail) => [mail.messageId, mail])).values()]
}

const mailsAbout = (sentMails: Email[], applicationId: string, subjects: RegExp) =>
  sentMails.filter(
    ({ subject = '', text = '' }) =>
      text.includes(`/applications/${applicationId}`) && subjects.test(subject),
  )
