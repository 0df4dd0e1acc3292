import { TOTP } from 'otpauth'
import pino from 'pino'
import { expect, test } from 'vitest'
import { changeEmail, undoEmailChange } from '#contract/email-addresses.ts'
import {
  confirmTotp,
  getSecondFactor,
  loginSecond,
  loginWithPasskey,
  removeTotp,
  renewRecoveryCodes,
  startPasskey,
  startPasskeyLogin,
  startTotp,
} from '#contract/second-factor.ts'
import { forgotPassword, getUserProfile, login, resetPassword } from '#contract/users.ts'
import { newId, now } from '../lib/ids.ts'
import { buildDeveloper, PASSWORD, type Person } from '../test/builders.ts'
import { runOperator } from '../test/operator.ts'
import { mailsTo } from '../test/outbox.ts'
import { dumpOf } from '../test/security/digest.ts'
import { startServer } from '../test/server.ts'
import { countFactors } from './second-factor.queries.ts'

const server = await startServer()
const STEP_MS = 30_000

const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * STEP_MS })

/** An account with an authenticator app; the code of the current step is used. */
async function withApp() {
  const person = await buildDeveloper(server)
  const { secret } = (await server.call(startTotp, { body: { password: PASSWORD }, as: person })).body
  const confirmed = await server.call(confirmTotp, { body: { code: codeOf(secret) }, as: person })
  return { person, secret, codes: confirmed.body.recoveryCodes }
}

const signIn = ({ email }: Person, password = PASSWORD) =>
  server.refusal(login, { body: { email, password } })
const ticketOf = async (person: Person) => (await signIn(person)).body.ticket ?? ''
const second = (ticket: string, code: string) => server.call(loginSecond, { body: { ticket, code } })
const refused = async (ticket: string, code: string) => {
  const { status, body } = await server.refusal(loginSecond, { body: { ticket, code } })
  return [status, body.code]
}

async function resetTo(person: Person, password: string) {
  await server.call(forgotPassword, { body: { email: person.email } })
  const texts = (await mailsTo(server, person.email)).map(({ text }) => text ?? '').join('\n')
  const token = /reset-password\/([\w-]+)/.exec(texts)?.[1] ?? ''
  await server.call(resetPassword, { params: { token }, body: { password } })
}

/** As if time had passed: used codes are valid again. */
const forgetSteps = () => server.db.updateTable('second_factors').set({ last_step: 0 }).execute()

test('an app is set up with its first code; then a password alone does not sign in', {
  tags: ['ACCT-02'],
}, async () => {
  const person = await buildDeveloper(server)
  const wrong = await server.refusal(startTotp, { body: { password: 'Wrong-1' }, as: person })
  expect(wrong.body).toMatchObject({ code: 'WRONG_PASSWORD', fields: { password: expect.any(String) } })
  const { secret, uri } = (await server.call(startTotp, { body: { password: PASSWORD }, as: person })).body
  expect(uri).toMatch(/^otpauth:\/\/totp\/Puente:/)
  expect(uri).toContain(secret)
  // Not confirmed yet: nothing has changed.
  expect((await signIn(person)).status).toBe(200)
  const bad = await server.refusal(confirmTotp, { body: { code: '000000' }, as: person })
  expect([bad.status, bad.body.code]).toEqual([400, 'WRONG_CODE'])
  const code = codeOf(secret)
  const confirmed = await server.call(confirmTotp, { body: { code }, as: person })
  expect(new Set(confirmed.body.recoveryCodes).size).toBe(10)
  const state = (await server.call(getSecondFactor, { as: person })).body
  expect(state).toEqual({ totp: true, passkeys: [], recoveryCodesLeft: 10 })

  const { status, body } = await signIn(person)
  expect([status, body.code, body.methods]).toEqual([401, 'SECOND_FACTOR', ['totp', 'recovery']])
  expect((await signIn(person, 'Wrong-1')).body.code).toBe('INVALID_CREDENTIALS')
  // The code of the setup is used.
  expect(await refused(body.ticket ?? '', code)).toEqual([400, 'WRONG_CODE'])
  const next = codeOf(secret, 1)
  const done = await second(body.ticket ?? '', next)
  expect(done.status).toBe(200)
  expect((await server.call(getUserProfile, { as: done.body.token })).status).toBe(200)
  // Neither ticket nor code is valid again.
  expect(await refused(body.ticket ?? '', next)).toEqual([400, 'TOKEN_INVALID'])
  expect(await refused(await ticketOf(person), next)).toEqual([400, 'WRONG_CODE'])
  const [mail] = await mailsTo(server, person.email)
  expect(mail?.text).toContain('An authenticator app was set up')

  const dump = await dumpOf(server)
  for (const hidden of [secret, body.ticket ?? '', ...confirmed.body.recoveryCodes]) {
    expect(dump).not.toContain(hidden)
  }
})

test('a clock may be one step off, not two', { tags: ['ACCT-02'] }, async () => {
  const { person, secret } = await withApp()
  const stepNow = () => Math.floor(Date.now() / STEP_MS)
  for (const [steps, status] of [
    [-2, 400],
    [-1, 200],
    [1, 200],
    [2, 400],
  ] as const) {
    let response: { status: number } | undefined
    // Retried where the step ended meanwhile.
    for (let step = -1; step !== stepNow(); ) {
      step = stepNow()
      await forgetSteps()
      response = await second(await ticketOf(person), codeOf(secret, steps))
    }
    expect([steps, response?.status]).toEqual([steps, status])
  }
})

test('a ticket is valid for five minutes', { tags: ['ACCT-02'] }, async () => {
  const { person, codes } = await withApp()
  const ticket = await ticketOf(person)
  const own = server.db.selectFrom('sign_in_tickets').select('expires_at').where('user_id', '=', person.id)
  const { expires_at } = await own.executeTakeFirstOrThrow()
  expect((Date.parse(expires_at) - Date.now()) / 60_000).toBeCloseTo(5, 0)
  const over = new Date(Date.now() - 1).toISOString()
  await server.db.updateTable('sign_in_tickets').set({ expires_at: over }).execute()
  expect(await refused(ticket, codes[0] ?? '')).toEqual([400, 'TOKEN_INVALID'])
  expect((await second(await ticketOf(person), codes[0] ?? '')).status).toBe(200)
})

test('a recovery code works once, and new ones invalidate the former', { tags: ['ACCT-02'] }, async () => {
  const { person, codes } = await withApp()
  const [first = '', other = ''] = codes
  const done = await second(await ticketOf(person), first.toUpperCase().replaceAll('-', ' '))
  expect(done.status).toBe(200)
  expect(await refused(await ticketOf(person), first)).toEqual([400, 'WRONG_CODE'])
  expect((await server.call(getSecondFactor, { as: person })).body.recoveryCodesLeft).toBe(9)
  const renewed = await server.call(renewRecoveryCodes, { body: { password: PASSWORD }, as: person })
  expect(await refused(await ticketOf(person), other)).toEqual([400, 'WRONG_CODE'])
  expect((await second(await ticketOf(person), renewed.body.recoveryCodes[0] ?? '')).status).toBe(200)
})

test('five attempts end a ticket, ten wrong codes lock for 15 minutes, also in parallel', {
  tags: ['ACCT-02'],
}, async () => {
  const { person, secret } = await withApp()
  await forgetSteps()
  const tickets = [await ticketOf(person), await ticketOf(person)]
  const tries = tickets.flatMap((ticket) => Array.from({ length: 6 }, () => refused(ticket, '000000')))
  const results = (await Promise.all(tries)).map(([, code]) => code)
  expect(results.filter((code) => code === 'WRONG_CODE')).toHaveLength(10)
  expect(results.filter((code) => code === 'TOKEN_INVALID')).toHaveLength(2)
  const locked = await server.refusal(loginSecond, {
    body: { ticket: await ticketOf(person), code: codeOf(secret) },
  })
  expect([locked.status, locked.body.code]).toEqual([429, 'RATE_LIMITED'])
  const seconds = Number(locked.headers.get('retry-after'))
  expect(seconds).toBeGreaterThan(800)
  expect(seconds).toBeLessThanOrEqual(900)
  const over = new Date(Date.now() - 1).toISOString()
  await server.db.updateTable('second_factors').set({ locked_until: over }).execute()
  expect((await second(await ticketOf(person), codeOf(secret))).status).toBe(200)
})

test('concurrent sign-ins with one code succeed once', { tags: ['ACCT-02'] }, async () => {
  const { person, codes } = await withApp()
  const tickets = await Promise.all(Array.from({ length: 4 }, () => ticketOf(person)))
  const responses = await Promise.all(tickets.map((ticket) => second(ticket, codes[0] ?? '')))
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('a password reset does not turn it off, and invalidates earlier tickets', {
  tags: ['ACCT-02'],
}, async () => {
  const { person, codes } = await withApp()
  const ticket = await ticketOf(person)
  await resetTo(person, 'Other-22')
  expect((await signIn(person, 'Other-22')).body.code).toBe('SECOND_FACTOR')
  expect(await refused(ticket, codes[0] ?? '')).toEqual([400, 'TOKEN_INVALID'])
})

test('the first reset of an unconfirmed address removes factors that somebody else may have set up', {
  tags: ['ACCT-01', 'ACCT-02'],
}, async () => {
  const { person } = await withApp()
  const passkey = {
    id: newId(),
    user_id: person.id,
    credential_id: 'squatter',
    public_key: 'AAAA',
    counter: 0,
  }
  await server.db
    .insertInto('passkeys')
    .values({ ...passkey, name: 'Phone', created_at: now() })
    .execute()
  await server.db.updateTable('users').set({ unconfirmed_at: now() }).where('id', '=', person.id).execute()
  await resetTo(person, 'Other-22')
  const credentials = { email: person.email, password: 'Other-22' }
  const { body } = await server.call(login, { body: credentials })
  const state = (await server.call(getSecondFactor, { as: body.token })).body
  expect(state).toEqual({ totp: false, passkeys: [], recoveryCodesLeft: 0 })
})

test('of two concurrent codes for one ticket the refused one is not used up', {
  tags: ['ACCT-02'],
}, async () => {
  const { person, codes } = await withApp()
  const ticket = await ticketOf(person)
  const responses = await Promise.all(codes.slice(0, 4).map((code) => second(ticket, code)))
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  expect((await server.call(getSecondFactor, { as: person })).body.recoveryCodesLeft).toBe(9)
})

test('turning it off requires the password and a code', { tags: ['ACCT-02'] }, async () => {
  const { person, codes } = await withApp()
  const off = (password: string, code: string) =>
    server.refusal(removeTotp, { body: { password, code }, as: person })
  expect((await off('Wrong-1', codes[0] ?? '')).body.code).toBe('WRONG_PASSWORD')
  expect((await off(PASSWORD, '000000')).body.code).toBe('WRONG_CODE')
  expect((await off(PASSWORD, codes[0] ?? '')).status).toBe(200)
  expect((await signIn(person)).status).toBe(200)
  expect((await server.call(getSecondFactor, { as: person })).body).toEqual({
    totp: false,
    passkeys: [],
    recoveryCodesLeft: 0,
  })
})

test('an unknown passkey is refused, and its ticket ends after five attempts', {
  tags: ['ACCT-02'],
}, async () => {
  const person = await buildDeveloper(server)
  const options = (await server.call(startPasskey, { body: { password: PASSWORD }, as: person })).body
  expect(options).toMatchObject({
    user: { name: person.email },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  const started = (await server.call(startPasskeyLogin)).body
  expect(started.options.challenge).not.toBe(options.challenge)
  const credential = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' }
  const assertion = { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' }
  const body = { ticket: started.ticket, response: { ...credential, response: assertion } }
  const codes: string[] = []
  for (let count = 0; count < 6; count += 1) {
    codes.push((await server.refusal(loginWithPasskey, { body })).body.code)
  }
  expect(codes).toEqual([...Array(5).fill('PASSKEY_INVALID'), 'TOKEN_INVALID'])
})

test('undoing a change of address removes factors set up after it, and no earlier ones', {
  tags: ['ACCT-01', 'ACCT-02'],
}, async () => {
  const passkey = async ({ id }: Person, name: string) => {
    const key = { credential_id: newId(), public_key: '', counter: 0, transports: '[]', name }
    await server.db
      .insertInto('passkeys')
      .values({ ...key, id: newId(), user_id: id, created_at: now() })
      .execute()
  }
  const undo = async (person: Person) => {
    const body = { email: `thief-${person.email}`, password: PASSWORD }
    await server.call(changeEmail, { body, as: person })
    const texts = (await mailsTo(server, person.email)).map(({ text }) => text ?? '').join('\n')
    const token = /email-change\/undo\/([\w-]+)/.exec(texts)?.[1] ?? ''
    return async () => {
      expect((await server.call(undoEmailChange, { body: { token } })).status).toBe(200)
      return countFactors(server.db, person.id)
    }
  }
  const { person: owner } = await withApp()
  await passkey(owner, 'Own')
  const undoOwn = await undo(owner)
  await passkey(owner, 'Foreign')
  expect(await undoOwn()).toEqual({ totp: true, passkeys: 1, recoveryCodesLeft: 10 })

  const robbed = await buildDeveloper(server)
  const undoRobbery = await undo(robbed)
  const { secret } = (await server.call(startTotp, { body: { password: PASSWORD }, as: robbed })).body
  await server.call(confirmTotp, { body: { code: codeOf(secret) }, as: robbed })
  await passkey(robbed, 'Foreign')
  expect(await undoRobbery()).toEqual({ totp: false, passkeys: 0, recoveryCodesLeft: 0 })
  expect((await signIn(robbed)).status).toBe(200)
})

test('an operator turns it off for a lost phone and lost codes; the person is notified', {
  tags: ['ACCT-02'],
}, async () => {
  const said: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => said.push(line) })
  const own = await startServer({}, { alone: true, log })
  const person = await buildDeveloper(own)
  const { secret } = (await own.call(startTotp, { body: { password: PASSWORD }, as: person })).body
  await own.call(confirmTotp, { body: { code: codeOf(secret) }, as: person })
  const credentials = { email: person.email, password: PASSWORD }
  const { ticket = '' } = (await own.refusal(login, { body: credentials })).body
  const off = () => runOperator(own, 'second-factor-off', person.email)
  const done = await off()
  expect([done.code, done.err]).toEqual([0, ''])
  expect((await off()).out).toBe(`There is nothing to do: ${person.email} has no second factor.`)
  expect((await own.call(login, { body: credentials })).status).toBe(200)
  expect((await own.refusal(loginSecond, { body: { ticket, code: codeOf(secret, 1) } })).status).toBe(400)
  const texts = (await mailsTo(own, person.email)).map(({ text }) => text ?? '')
  expect(texts.some((text) => text.includes('was turned off by those who run this site'))).toBe(true)
  expect(said.filter((line) => line.includes('second factor disabled by an operator'))).toEqual([
    expect.stringContaining(person.id),
  ])
})
