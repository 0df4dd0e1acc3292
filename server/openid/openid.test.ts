import { hash } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { changeEmail, confirmEmail, undoEmailChange } from '#contract/email-addresses.ts'
import * as calls from '#contract/openid.ts'
import { loginSecond } from '#contract/second-factor.ts'
import { forgotPassword, getUserProfile, resetPassword } from '#contract/users.ts'
import { readConfig } from '../config.ts'
import { newId } from '../lib/ids.ts'
import { sanction } from '../moderation/sanctions.ts'
import { buildDeveloper, buildRecruiter, PASSWORD, type Person } from '../test/builders.ts'
import { startGithubSignIn } from '../test/github-sign-in.ts'
import { CLIENT, startOpenIdProvider } from '../test/openid-provider.ts'
import { mailsTo } from '../test/outbox.ts'
import { dumpOf } from '../test/security/digest.ts'
import { startServer } from '../test/server.ts'
import { eraseUser } from '../users/erasure.ts'
import { readPersonalData } from '../users/export.queries.ts'
import { replaceRecoveryCodes, setPendingTotp } from '../users/second-factor.queries.ts'
import { isEmailVerified } from './providers.ts'

const PUBLIC_URL = 'https://puente.example'
const people: Parameters<typeof startOpenIdProvider>[0] = {
  nadia: { email: 'Nadia@example.com', email_verified: true, given_name: 'Nadia', family_name: 'Murad' },
  loose: { email: 'loose@example.com', email_verified: false, name: 'Loo Se Peña' },
  mute: {},
}
const provider = await startOpenIdProvider(people, `${PUBLIC_URL}/login/oidc/oidc`)
const github = await startGithubSignIn({ id: 7, login: 'octo', name: null }, [
  { email: 'old@example.com', primary: false, verified: true },
  { email: 'octo@example.com', primary: true, verified: true },
])
afterAll(() => Promise.all([provider.stop(), github.stop()]))
const settings = {
  PUBLIC_URL,
  OIDC_ISSUER: provider.issuer,
  OIDC_CLIENT_ID: CLIENT.id,
  OIDC_CLIENT_SECRET: CLIENT.secret,
  OIDC_NAME: 'Faro',
  GITHUB_URL: github.url,
  GITHUB_API_URL: github.url,
  GITHUB_CLIENT_ID: 'puente',
  GITHUB_CLIENT_SECRET: 'of GitHub',
}
const server = await startServer(settings)

type As = { as?: { token: string } }
type Role = 'developer' | 'recruiter'
const params = { id: 'oidc' } as const

const start = async (as: As = {}, role?: Role) =>
  (await server.call(calls.startOpenId, { ...as, params, body: role ? { role } : {} })).body
/** The client's request after the provider's redirect. */
async function begin(subject: string, as: As = {}, role?: Role) {
  const { url, flow } = await start(as, role)
  const { code, state } = await provider.visit(url, subject)
  return { code, state, flow }
}
const finish = async (subject: string, as: As = {}, role?: Role) =>
  server.call(calls.finishOpenId, { ...as, params, body: await begin(subject, as, role) })
const refused = async (subject: string, as: As = {}) => {
  const response = await server.refusal(calls.finishOpenId, { ...as, params, body: await begin(subject, as) })
  return [response.status, response.body.code]
}
const accountOf = async (token: string) => (await server.call(getUserProfile, { as: { token } })).body
const identitiesOf = async (as: { token: string }) => (await server.call(calls.listIdentities, { as })).body
const confirm = (person: Person, isConfirmed: boolean) =>
  server.db
    .updateTable('users')
    .set({ unconfirmed_at: isConfirmed ? null : new Date().toISOString() })
    .where('id', '=', person.id)
    .execute()
let count = 0
/** A person of the provider with this address. */
const known = (email: string, email_verified = true) => {
  count += 1
  people[`p${count}`] = { email, email_verified, given_name: 'Ana', family_name: 'Peña' }
  return `p${count}`
}

describe('signing in with a provider', () => {
  test('opens an account with the role asked for, and signs in to it afterwards', {
    tags: ['ACCT-03'],
  }, async () => {
    expect((await server.call(calls.listProviders)).body).toEqual([
      { id: 'oidc', name: 'Faro' },
      { id: 'github', name: 'GitHub' },
    ])
    const first = await finish('nadia', {}, 'recruiter')
    expect([first.status, first.body]).toEqual([
      200,
      { token: expect.any(String), device: expect.any(String) },
    ])
    const account = await accountOf(first.body.token)
    expect(account).toMatchObject({
      email: 'nadia@example.com',
      name: 'Nadia',
      surname: 'Murad',
      emailConfirmed: true,
      hasCompletedOnboarding: false,
      role: { type: 'recruiter' },
    })
    const again = await finish('nadia')
    expect((await accountOf(again.body.token))._id).toBe(account._id)
    expect(again.body.token).not.toBe(first.body.token)

    // Not verified by the provider, so it is confirmed by mail.
    const loose = await accountOf((await finish('loose')).body.token)
    expect(loose).toMatchObject({
      email: 'loose@example.com',
      name: 'Loo',
      surname: 'Se Peña',
      emailConfirmed: false,
      role: { type: 'developer' },
    })
    await server.jobs.settled()
    expect(
      (await mailsTo(server, 'loose@example.com')).map(({ text }) => /\/confirm\//.test(text ?? '')),
    ).toEqual([true])
    expect(await mailsTo(server, 'nadia@example.com')).toEqual([])
    expect(await refused('mute')).toEqual([400, 'OIDC_FAILED'])
  })

  test('requires code, state and flow of the same visit, once', { tags: ['ACCT-03'] }, async () => {
    const [one, other] = [await begin('nadia'), await begin('nadia')]
    const codeOf = async (body: object, id = 'oidc') => {
      const response = await server.refusal(calls.finishOpenId, { params: { id }, body: { ...body } })
      return [response.status, response.body.code]
    }
    const failed = [400, 'OIDC_FAILED']
    expect(await codeOf({ ...one, flow: 'unknown' })).toEqual(failed)
    expect(await codeOf(one, 'github')).toEqual(failed)
    expect(await codeOf({ ...one, state: other.state })).toEqual(failed)
    expect(await codeOf({ ...(await begin('nadia')), code: other.code })).toEqual(failed)
    expect(await codeOf({ ...(await begin('nadia')), iss: 'https://elsewhere.example' })).toEqual(failed)
    expect((await server.call(calls.finishOpenId, { params, body: other })).status).toBe(200)
    expect(await codeOf(other)).toEqual(failed)
    expect(await codeOf({ code: '', state: 'x', flow: 'x' })).toEqual([400, 'VALIDATION'])
    expect(await codeOf(one, 'google')).toEqual([404, 'NOT_FOUND'])
    expect(await codeOf(one, 'else')).toEqual([404, 'NOT_FOUND'])
    const stale = await begin('nadia')
    const { expires_at } = await server.db
      .selectFrom('sign_in_flows')
      .select('expires_at')
      .orderBy('expires_at', 'desc')
      .executeTakeFirstOrThrow()
    expect((Date.parse(expires_at) - Date.now()) / 60_000).toBeCloseTo(10, 0)
    // The server stores its hash only.
    const dump = await dumpOf(server)
    expect(dump).toContain(hash('sha256', stale.flow))
    expect(dump).not.toContain(stale.flow)
    await server.db.updateTable('sign_in_flows').set({ expires_at: '2001-01-01T00:00:00.000Z' }).execute()
    expect(await codeOf(stale)).toEqual(failed)
  })

  test('signs in to an existing account only if both have verified the same e-mail', {
    tags: ['ACCT-03'],
  }, async () => {
    const person = await buildDeveloper(server)
    const loose = known(person.email, false)
    expect(await refused(loose)).toEqual([409, 'ACCOUNT_EXISTS'])
    const sure = known(person.email)
    await confirm(person, false)
    expect(await refused(sure)).toEqual([409, 'ACCOUNT_EXISTS'])
    await confirm(person, true)
    expect((await accountOf((await finish(sure)).body.token))._id).toBe(person.id)
    expect((await identitiesOf(person)).map(({ provider, email }) => [provider, email])).toEqual([
      ['oidc', person.email],
    ])
    await server.jobs.settled()
    const mails = await mailsTo(server, person.email)
    expect(mails.map(({ text }) => text).join()).toContain('An account of another provider was connected')
    // By the linked identity, not by the address again.
    expect(await refused(loose)).toEqual([409, 'ACCOUNT_EXISTS'])
  })

  test('asks for the second factor, and refuses suspended, banned and closed accounts', {
    tags: ['ACCT-02', 'ACCT-03', 'MOD-03'],
  }, async () => {
    const person = await buildDeveloper(server)
    const subject = known(person.email)
    await finish(subject)
    await setPendingTotp(server.db, person.id, 'sealed')
    await server.db
      .updateTable('second_factors')
      .set({ totp_secret: 'sealed', totp_pending: null })
      .where('user_id', '=', person.id)
      .execute()
    const [code = ''] = await server.db.transaction().execute((tx) => replaceRecoveryCodes(tx, person.id))
    const body = await begin(subject)
    const first = await server.refusal(calls.finishOpenId, { params, body })
    expect([first.status, first.body.code]).toEqual([401, 'SECOND_FACTOR'])
    const { token } = (await server.call(loginSecond, { body: { ticket: first.body.ticket ?? '', code } }))
      .body
    expect((await accountOf(token))._id).toBe(person.id)

    await server.db.transaction().execute((tx) => sanction(tx, person.id, '2099-01-01T00:00:00.000Z'))
    expect(await refused(subject)).toEqual([403, 'SUSPENDED'])
    await server.db.transaction().execute((tx) => sanction(tx, person.id, null))
    expect(await refused(subject)).toEqual([403, 'BANNED'])
    await server.db
      .updateTable('users')
      .set({ banned_at: null, suspended_until: null })
      .where('id', '=', person.id)
      .execute()
    expect(await refused(subject)).toEqual([400, 'OIDC_FAILED'])
    expect(await refused(known(person.email))).toEqual([409, 'ACCOUNT_EXISTS'])
  })

  test('works with GitHub, by its verified primary address', { tags: ['ACCT-03'] }, async () => {
    const enter = async () => {
      const id = { params: { id: 'github' as const } }
      const { url, flow } = (await server.call(calls.startOpenId, { ...id, body: {} })).body
      return server.call(calls.finishOpenId, { ...id, body: { ...github.visit(url), flow } })
    }
    const account = await accountOf((await enter()).body.token)
    expect(account).toMatchObject({
      email: 'octo@example.com',
      name: 'octo',
      surname: '',
      emailConfirmed: true,
    })
    expect((await accountOf((await enter()).body.token))._id).toBe(account._id)
  })
})

test.each([
  ['oidc', { email: 'a@work.example', email_verified: true }, true],
  ['oidc', { email: 'a@work.example' }, false],
  ['google', { email: 'A@Gmail.com', email_verified: true }, true],
  ['google', { email: 'a@work.example', email_verified: true, hd: 'work.example' }, true],
  ['google', { email: 'a@work.example', email_verified: true }, false],
  ['google', { email: 'a@gmail.com', email_verified: false }, false],
] as const)('%s vouches for %j: %s', { tags: ['ACCT-03'] }, (id, claims, expected) => {
  expect(isEmailVerified(id, claims)).toBe(expected)
})

describe('an identity', () => {
  test('is connected by the owner of an account, listed, exported, removed, and erased with it', {
    tags: ['ACCT-03'],
  }, async () => {
    const [as, other] = [await buildRecruiter(server), await buildDeveloper(server)]
    const subject = known('another@example.com', false)
    // Started by one and finished by nobody or somebody else, or never started.
    for (const [first, second] of [
      [{ as }, {}],
      [{ as }, { as: other }],
      [{}, { as }],
    ] as As[][]) {
      const body = await begin(subject, first)
      const response = await server.refusal(calls.finishOpenId, { ...second, params, body })
      expect([response.status, response.body.code]).toEqual([400, 'OIDC_FAILED'])
    }
    const joined = await finish(subject, { as })
    expect([joined.status, joined.body.token]).toEqual([200, as.token])
    expect((await finish(subject, { as })).status).toBe(200)
    const [identity] = await identitiesOf(as)
    expect(await identitiesOf(as)).toEqual([
      {
        _id: expect.any(String),
        provider: 'oidc',
        email: 'another@example.com',
        createdAt: expect.any(String),
        lastUsedAt: expect.any(String),
      },
    ])
    expect((await accountOf((await finish(subject)).body.token))._id).toBe(as.id)
    expect(await refused(subject, { as: other })).toEqual([409, 'ACCOUNT_EXISTS'])
    expect((await readPersonalData(server.db, as.id)).identities).toHaveLength(1)

    const one = { params: { id: identity?._id ?? '' } }
    expect((await server.refusal(calls.removeIdentity, { as: other, ...one })).status).toBe(404)
    expect((await server.call(calls.removeIdentity, { as, ...one })).body._id).toBe(one.params.id)
    expect(await identitiesOf(as)).toEqual([])
    await server.jobs.settled()
    expect((await mailsTo(server, as.email)).map(({ text }) => text).join()).toContain('was disconnected')

    await finish(subject, { as: other })
    await begin(subject, { as: other })
    await eraseUser(server, other.id)
    for (const table of ['identities', 'sign_in_flows'] as const)
      expect(
        await server.db.selectFrom(table).select('user_id').where('user_id', '=', other.id).execute(),
      ).toEqual([])
  })

  test('is refused beyond ten (X3)', { tags: ['ACCT-03'] }, async () => {
    const as = await buildDeveloper(server)
    const created_at = new Date().toISOString()
    const identity = {
      user_id: as.id,
      provider: 'oidc' as const,
      issuer: 'https://id.example',
      email: as.email,
    }
    const times = { created_at, last_used_at: created_at }
    const rows = Array.from({ length: 9 }, () => ({ ...identity, ...times, id: newId(), subject: newId() }))
    await server.db.insertInto('identities').values(rows).execute()
    expect((await finish(known('tenth@example.com'), { as })).status).toBe(200)
    expect(await refused(known('eleventh@example.com'), { as })).toEqual([409, 'LIMIT_REACHED'])
  })

  test('is connected with the password if the sign-in was a while ago', {
    tags: ['ACCT-03'],
  }, async () => {
    const as = await buildDeveloper(server)
    const startWith = (body: { password?: string }) => server.refusal(calls.startOpenId, { as, params, body })
    expect((await startWith({})).status).toBe(200)
    await server.db
      .updateTable('sessions')
      .set({ created_at: new Date(Date.now() - 11 * 60_000).toISOString() })
      .where('user_id', '=', as.id)
      .execute()
    for (const [body, code] of [
      [{}, 'VALIDATION'],
      [{ password: '' }, 'VALIDATION'],
      [{ password: 'Wrong-1' }, 'WRONG_PASSWORD'],
    ] as const) {
      const response = await startWith(body)
      expect([response.status, response.body.code, response.body.fields]).toEqual([
        400,
        code,
        { password: expect.any(String) },
      ])
    }
    expect((await startWith({ password: PASSWORD })).status).toBe(200)
    // Without a session there is no account to link to.
    expect((await server.call(calls.startOpenId, { params, body: {} })).status).toBe(200)
  })

  test('of a person who registered with a foreign address is removed when the owner of the address resets the password', {
    tags: ['ACCT-03'],
  }, async () => {
    const person = await buildDeveloper(server)
    await confirm(person, false)
    await finish(known('guest@example.com'), { as: person })
    await server.call(forgotPassword, { body: { email: person.email } })
    await server.jobs.settled()
    const mail = (await mailsTo(server, person.email)).at(-1)
    const token = /reset-password\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
    await server.call(resetPassword, { params: { token }, body: { password: `${PASSWORD}-new` } })
    const left = server.db.selectFrom('identities').select('id').where('user_id', '=', person.id)
    expect(await left.execute()).toEqual([])
  })

  test('connected under another address is removed when the change to that address is undone', {
    tags: ['ACCT-01', 'ACCT-03'],
  }, async () => {
    const person = await buildDeveloper(server)
    await server.call(changeEmail, { body: { email: 'thief@example.com', password: PASSWORD }, as: person })
    await server.jobs.settled()
    const tokenTo = async (email: string, page: RegExp) =>
      page.exec((await mailsTo(server, email)).map(({ text }) => text).join())?.[1] ?? ''
    const link = await tokenTo('thief@example.com', /\/confirm\/([\w-]+)/)
    await server.call(confirmEmail, { body: { token: link } })
    const thief = known('thief@example.com')
    expect((await accountOf((await finish(thief)).body.token))._id).toBe(person.id)
    const undo = await tokenTo(person.email, /email-change\/undo\/([\w-]+)/)
    await server.call(undoEmailChange, { body: { token: undo } })
    expect((await accountOf((await finish(thief)).body.token))._id).not.toBe(person.id)
  })
})

test('without settings there is no provider; an incomplete client or one without TLS prevents the start', {
  tags: ['ACCT-03'],
}, async () => {
  const plain = await startServer()
  expect((await plain.call(calls.listProviders)).body).toEqual([])
  expect((await plain.refusal(calls.startOpenId, { params, body: {} })).status).toBe(404)
  const { OIDC_CLIENT_SECRET, ...half } = settings
  expect(() => readConfig(half)).toThrow('OIDC_CLIENT_SECRET: is needed with OIDC_ISSUER.')
  expect(() => readConfig({ ...settings, OIDC_ISSUER: 'http://login.example.com' })).toThrow(
    'OIDC_ISSUER: must be https',
  )
})

test('an unreachable provider is reported, and nothing is lost', { tags: ['ACCT-03'] }, async () => {
  const away = await startServer({ ...settings, OIDC_ISSUER: 'http://127.0.0.1:1' })
  const response = await away.refusal(calls.startOpenId, { params, body: {} })
  expect([response.status, response.body.code]).toEqual([400, 'OIDC_FAILED'])
  expect(response.body.message).toContain('Faro')
})
