import https from 'node:https'
import { syncBuiltinESMExports } from 'node:module'
import { describe, expect, test, vi } from 'vitest'
import { listChatUsers, sendMessage } from '#contract/messages.ts'
import { listNotifications } from '#contract/notifications.ts'
import { createOffer, getOffer, listOffers } from '#contract/offers.ts'
import { setOfferState } from '#contract/own-offers.ts'
import { getRecruiter, updateRecruiterProfile } from '#contract/recruiters.ts'
import {
  checkVerification,
  getVerification,
  startVerification,
  VERIFICATION_FILE,
} from '#contract/verification.ts'
import { scheduleJob } from '../jobs/jobs.queries.ts'
import {
  buildApplication,
  buildDeveloper,
  buildOffer,
  buildRecruiter,
  type Person,
} from '../test/builders.ts'
import { startCompanyHost, startDnsServer } from '../test/company-host.ts'
import { mailsTo } from '../test/outbox.ts'
import { startServer } from '../test/server.ts'
import { readPersonalData } from '../users/export.queries.ts'

const dns = await startDnsServer()
const server = await startServer({ DNS_SERVER: dns.address, PUBLIC_CACHE: 'on' })

const profile = { company_name: 'Faro Digital', website: 'https://www.faro.test/jobs' }
const buildCompany = () => buildRecruiter(server, { profile })
const stateOf = async (as: Person) => (await server.call(getVerification, { as })).body
const markOf = async ({ id }: Person) => (await server.call(getRecruiter, { params: { id } })).body.verified
const begin = (as: Person, body: object) =>
  server.refusal(startVerification, { as, body: { domain: 'faro.test', by: 'dns', ...body } })
const check = (as: Person, code?: string) => server.refusal(checkVerification, { as, body: { code } })

/** Proven by DNS. */
async function verify(as: Person, domain = 'faro.test') {
  const { body } = await server.call(startVerification, { as, body: { domain, by: 'dns' } })
  dns.records[body.record?.host ?? ''] = { TXT: [[body.record?.value ?? '']] }
  return server.call(checkVerification, { as, body: {} })
}

const codesTo = async (address: string) =>
  (await mailsTo(server, address)).map(({ text = '' }) => /\b\d{6}\b/.exec(text)?.[0] ?? '')
const wrongOf = (code: string) => (code === '000000' ? '111111' : '000000')

describe('the proof of a domain by DNS', { tags: ['TRUST-01'] }, () => {
  test('is shown on page, offers and in the chat, with its date, cached responses included', async () => {
    const recruiter = await buildCompany()
    const developer = await buildDeveloper(server)
    const offer = await buildOffer(server, recruiter)
    expect(await stateOf(recruiter)).toEqual({
      ...{ state: 'none', domain: null, by: null, record: null, endsAt: null, verified: null },
    })
    const listed = async () =>
      (await server.call(listOffers, { query: {} })).body.items.find(({ _id }) => _id === offer)?.owner
        ?.verified
    expect([await markOf(recruiter), await listed()]).toEqual([null, null])

    const started = await server.call(startVerification, {
      as: recruiter,
      body: { domain: 'https://WWW.Faro.test/', by: 'dns' },
    })
    expect(started.body).toEqual({
      state: 'pending',
      domain: 'faro.test',
      by: 'dns',
      record: {
        host: '_puente.faro.test',
        type: 'TXT',
        value: expect.stringMatching(/^puente-verification=[0-9a-f]{32}$/),
      },
      endsAt: expect.any(String),
      verified: null,
    })
    expect(await check(recruiter)).toMatchObject({
      status: 409,
      body: { code: 'PROOF_NOT_FOUND', message: expect.stringContaining('faro.test') },
    })
    dns.records['faro.test'] = { TXT: [['v=spf1 -all'], [started.body.record?.value ?? '']] }
    const done = await server.call(checkVerification, { as: recruiter, body: {} })
    const verified = { domain: 'faro.test', since: expect.any(String) }
    expect(done.body).toMatchObject({ state: 'verified', domain: 'faro.test', record: null, verified })
    expect(await markOf(recruiter)).toEqual(verified)
    // Polled, because another node drops its cached response a moment after the write.
    await expect.poll(listed).toEqual(verified)
    const one = await server.call(getOffer, { params: { id: offer } })
    expect(one.body.owner?.verified).toEqual(verified)
    await server.call(sendMessage, { as: recruiter, params: { id: developer.id }, body: { text: 'Hi' } })
    const chat = (await server.call(listChatUsers, { as: developer })).body
    expect(chat.find(({ _id }) => _id === recruiter.id)?.verified).toEqual(verified)
    const bell = (await server.call(listNotifications, { as: recruiter, query: {} })).body.items
    expect(bell[0]).toMatchObject({ type: 12, text: 'faro.test is verified', path: '/settings/company' })
    // Single use: the record alone does nothing.
    expect(await check(recruiter)).toMatchObject({ status: 409, body: { code: 'WRONG_STATE' } })
    delete dns.records['faro.test']
  })

  test('is bound to one account: its record does not count for another', async () => {
    const [one, other] = [await buildCompany(), await buildCompany()]
    await verify(one)
    await begin(other, {})
    expect((await check(other)).body.code).toBe('PROOF_NOT_FOUND')
    expect(await markOf(other)).toBeNull()
  })

  test.each([
    ['not a domain', 'domain'],
    ['127.0.0.1', 'domain'],
    ['localhost', 'domain'],
    ['co.uk', 'domain'],
    ['github.io', 'domain'],
    ['', 'domain'],
    ['jobs.faro.test', 'domain'],
  ])('refuses %j', async (domain, field) => {
    const refused = await begin(await buildCompany(), { domain })
    expect([refused.status, refused.body.code]).toEqual([400, 'VALIDATION'])
    expect(refused.body.fields).toHaveProperty(field)
  })
})

describe('the proof of a domain by mail', { tags: ['TRUST-01'] }, () => {
  const byMail = { by: 'mail', address: 'Ana@faro.test' }

  test('accepts the newest code, once, and not from another account', async () => {
    const [recruiter, other] = [await buildCompany(), await buildCompany()]
    await begin(recruiter, byMail)
    const [first = ''] = await codesTo('ana@faro.test')
    await begin(recruiter, byMail)
    const code = (await codesTo('ana@faro.test')).at(-1) ?? ''
    if (first !== code) expect((await check(recruiter, first)).body.code).toBe('WRONG_CODE')
    expect((await check(other, code)).status).toBe(409)
    expect((await check(recruiter)).body.fields).toHaveProperty('code')
    expect((await stateOf(recruiter)).record).toBeNull()
    const stored = await server.db.selectFrom('verifications').select('code_hash').execute()
    expect(stored.map(({ code_hash }) => code_hash).join()).not.toContain(code)
    expect((await check(recruiter, `${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(200)
    expect(await markOf(recruiter)).toMatchObject({ domain: 'faro.test' })
    expect((await check(recruiter, code)).status).toBe(409)
  })

  test('expires after five wrong codes, and after its period', async () => {
    const recruiter = await buildCompany()
    await begin(recruiter, { ...byMail, address: 'five@faro.test' })
    const [code = ''] = await codesTo('five@faro.test')
    const minutes = (Date.parse((await stateOf(recruiter)).endsAt ?? '') - Date.now()) / 60_000
    expect(minutes).toBeCloseTo(30, 0)
    for (let tries = 0; tries < 5; tries += 1)
      expect((await check(recruiter, wrongOf(code))).body).toMatchObject({
        code: 'WRONG_CODE',
        fields: { code: expect.any(String) },
      })
    expect((await check(recruiter, code)).status).toBe(400)
    expect(await markOf(recruiter)).toBeNull()

    await begin(recruiter, { ...byMail, address: 'late@faro.test' })
    const [late = ''] = await codesTo('late@faro.test')
    await server.db.updateTable('verifications').set({ ends_at: '2020-01-01T00:00:00.000Z' }).execute()
    expect((await check(recruiter, late)).status).toBe(409)
    expect((await stateOf(recruiter)).state).toBe('none')
  })

  test.each([
    [{ domain: 'gmail.com', address: 'ana@gmail.com' }, 'domain'],
    [{ domain: 'gmx.de', address: 'ana@gmx.de' }, 'domain'],
    [{ address: 'ana@other.test' }, 'address'],
    [{ address: 'ana@notfaro.test' }, 'address'],
    [{ address: 'ana@faro.test.evil.test' }, 'address'],
    [{ address: undefined }, 'address'],
    [{ address: 'ana' }, 'address'],
  ])('refuses %j', async (given, field) => {
    const refused = await begin(await buildCompany(), { ...byMail, ...given })
    expect([refused.status, refused.body.code]).toEqual([400, 'VALIDATION'])
    expect(refused.body.fields).toHaveProperty([field])
  })

  test('has a limit of mails to a mailbox, for all accounts together', async () => {
    const limited = await startServer({ RATE_LIMITS: 'on' }, { alone: true })
    const statuses: number[] = []
    for (let mails = 0; mails < 6; mails += 1) {
      const as = await buildRecruiter(limited)
      const body = { domain: 'faro.test', by: 'mail', address: 'all@faro.test' } as const
      statuses.push((await limited.refusal(startVerification, { as, body })).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })
})

test('the proof of a domain by file accepts only the exact file, at the domain itself', {
  tags: ['TRUST-01'],
}, async () => {
  const near = await startServer({ DNS_SERVER: dns.address }, { alone: true })
  const host = await startCompanyHost()
  const recruiter = await buildRecruiter(near, { profile })
  const body = { domain: 'company.test', by: 'file' } as const
  const { record } = (await near.call(startVerification, { as: recruiter, body })).body
  const value = record?.value ?? ''
  const checked = () => near.refusal(checkVerification, { as: recruiter, body: {} })
  const notFound = { status: 409, body: { code: 'PROOF_NOT_FOUND' } }
  // A record is a different proof, and this machine is not public.
  dns.records = {
    'company.test': { A: ['127.0.0.1'], TXT: [[value]] },
    [record?.host ?? '']: { TXT: [[value]] },
  }
  expect(await checked()).toMatchObject(notFound)

  // From here on a local server is the domain's public web server.
  const { request } = https
  const there = { port: host.port, ca: host.ca, lookup: toThisMachine }
  const outgoing = vi.spyOn(https, 'request')
  outgoing.mockImplementation((...given: unknown[]) =>
    request({ ...(given[0] as https.RequestOptions), ...there }),
  )
  syncBuiltinESMExports()
  try {
    host.serve = (_, response) => response.end('another value')
    expect(await checked()).toMatchObject(notFound)
    host.serve = ({ url }, response) => response.end(url === VERIFICATION_FILE ? value : '')
    expect(await checked()).toMatchObject({
      status: 200,
      body: { state: 'verified', domain: 'company.test' },
    })
    expect(host.connections).toBe(2)
  } finally {
    outgoing.mockRestore()
    syncBuiltinESMExports()
  }
})

const toThisMachine: NonNullable<https.RequestOptions['lookup']> = (_name, _options, done) =>
  done(null, [{ address: '127.0.0.1', family: 4 }])

describe('the verified mark', { tags: ['TRUST-01'] }, () => {
  const change = (as: Person, recruiter: object) =>
    server.call(updateRecruiterProfile, { as, body: { role: { recruiter } } })

  test('ends when the company changes its name or the domain of its website, and at no other change', async () => {
    const recruiter = await buildCompany()
    await verify(recruiter)
    for (const kept of [
      { website: 'https://faro.test' },
      { sector: 'Ports' },
      { companyName: 'Faro Digital', website: 'https://jobs.faro.test/now' },
    ]) {
      await change(recruiter, kept)
      expect(await markOf(recruiter)).toMatchObject({ domain: 'faro.test' })
    }
    await change(recruiter, { website: 'https://faro.other' })
    expect(await markOf(recruiter)).toBeNull()
    expect((await stateOf(recruiter)).state).toBe('none')
    await verify(recruiter)
    // A change to the proven domain keeps it.
    await change(recruiter, { website: 'https://faro.test' })
    expect(await markOf(recruiter)).toMatchObject({ domain: 'faro.test' })
    await change(recruiter, { companyName: 'Faro Digital SL' })
    expect(await markOf(recruiter)).toBeNull()
  })

  test('expires after its months, whether or not a job has run; then a new proof is requested', async () => {
    const recruiter = await buildCompany()
    await verify(recruiter)
    const { endsAt } = await stateOf(recruiter)
    const inYear = new Date()
    inYear.setUTCMonth(inYear.getUTCMonth() + 12)
    expect(Math.abs(Date.parse(endsAt ?? '') - inYear.getTime())).toBeLessThan(60_000)

    const verified_until = '2020-01-01T00:00:00.000Z'
    await server.db.updateTable('users').set({ verified_until }).where('id', '=', recruiter.id).execute()
    expect(await markOf(recruiter)).toBeNull()
    expect(await stateOf(recruiter)).toMatchObject({ state: 'expired', domain: 'faro.test', verified: null })
    for (let times = 0; times < 2; times += 1) {
      await scheduleJob(server.db, 'verification end', { userId: recruiter.id }, { key: recruiter.id })
      server.jobs.wake()
      await server.jobs.settled()
    }
    const bell = (await server.call(listNotifications, { as: recruiter, query: {} })).body.items
    expect(bell.map(({ text }) => text)).toEqual([
      'The verification of faro.test has expired',
      'faro.test is verified',
    ])
    await verify(recruiter)
    expect(await stateOf(recruiter)).toMatchObject({ state: 'verified' })
  })

  test('and a proof under way are part of the export', async () => {
    const recruiter = await buildCompany()
    await verify(recruiter)
    await begin(recruiter, { domain: 'other.test' })
    expect(await stateOf(recruiter)).toMatchObject({ state: 'pending', verified: { domain: 'faro.test' } })
    expect(await readPersonalData(server.db, recruiter.id)).toMatchObject({
      account: { verified_domain: 'faro.test' },
      verification: { domain: 'other.test', way: 'dns' },
    })
  })
})

describe('REQUIRE_VERIFIED', { tags: ['TRUST-02'] }, async () => {
  const strict = await startServer({ DNS_SERVER: dns.address, REQUIRE_VERIFIED: 'true' })
  const offer = { position: 'Backend', description: 'Go' }
  const publish = (as: Person) => strict.refusal(createOffer, { as, body: offer })
  const write = (as: Person, to: Person) =>
    strict.refusal(sendMessage, { as, params: { id: to.id }, body: { text: 'Hi' } })
  const NOT_VERIFIED = { status: 403, body: { code: 'NOT_VERIFIED', message: expect.any(String) } }

  test('allows one published offer without a proof, whichever way it is published', async () => {
    const recruiter = await buildRecruiter(strict)
    const first = (await strict.call(createOffer, { as: recruiter, body: offer })).body
    expect(await publish(recruiter)).toMatchObject(NOT_VERIFIED)
    const draft = (await strict.call(createOffer, { as: recruiter, body: { ...offer, state: 'draft' } })).body
    const set = (id: string, state: 'published' | 'paused') =>
      strict.refusal(setOfferState, { as: recruiter, params: { id }, body: { state } })
    expect(await set(draft._id, 'published')).toMatchObject(NOT_VERIFIED)
    expect((await set(first._id, 'paused')).status).toBe(200)
    const both = await Promise.all([set(first._id, 'published'), set(draft._id, 'published')])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 403])

    const verified_until = '9999-12-31T00:00:00.000Z'
    const mark = { verified_domain: 'faro.test', verified_at: '2020-01-01T00:00:00.000Z', verified_until }
    await strict.db.updateTable('users').set(mark).where('id', '=', recruiter.id).execute()
    expect((await publish(recruiter)).status).toBe(201)
  })

  test('refuses first messages of recruiters, but not replies, nor messages to applicants', async () => {
    const [recruiter, developer, applicant] = [
      await buildRecruiter(strict),
      await buildDeveloper(strict),
      await buildDeveloper(strict),
    ]
    await buildApplication(strict, await buildOffer(strict, recruiter), applicant)
    expect(await write(recruiter, developer)).toMatchObject(NOT_VERIFIED)
    expect((await write(recruiter, applicant)).status).toBe(201)
    expect((await write(developer, recruiter)).status).toBe(201)
    expect((await write(recruiter, developer)).status).toBe(201)
    expect((await write(developer, applicant)).status).toBe(201)
  })
})
