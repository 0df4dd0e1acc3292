import { describe, expect, test } from 'vitest'
import { applyToOffer } from '#contract/apply.ts'
import { changeEmail, confirmEmail, resendConfirmation, undoEmailChange } from '#contract/email-addresses.ts'
import { sendMessage } from '#contract/messages.ts'
import { createOffer } from '#contract/offers.ts'
import { setOfferState } from '#contract/own-offers.ts'
import { changePassword } from '#contract/settings.ts'
import { getUserProfile, login, register } from '#contract/users.ts'
import { buildDeveloper, buildOffer, buildRecruiter, PASSWORD, type Person } from '../test/builders.ts'
import { mailsTo } from '../test/outbox.ts'
import { startServer } from '../test/server.ts'

const server = await startServer()

async function openAccount(email: string): Promise<string> {
  const body = { name: 'Ana', surname: 'Peña', email, password: PASSWORD, 'confirm-password': PASSWORD }
  await server.call(register, { body })
  return (await server.call(login, { body: { email, password: PASSWORD } })).body.token
}

const linksTo = async (address: string, page: string) =>
  (await mailsTo(server, address)).flatMap(({ text = '' }) =>
    [...text.matchAll(new RegExp(`/${page}/([\\w-]+)`, 'g'))].map(([, token = '']) => token),
  )
const last = <Item>(items: Item[]) => items.at(-1) as Item
/** The validity of the newest link of this purpose. */
const daysOf = async (purpose: 'confirm' | 'undo', email: string) => {
  const { expires_at } = await server.db
    .selectFrom('email_tokens')
    .select('expires_at')
    .where('purpose', '=', purpose)
    .where('email', '=', email)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  return (Date.parse(expires_at) - Date.now()) / 86_400_000
}
const isConfirmed = async (token: string) =>
  (await server.call(getUserProfile, { as: token })).body.emailConfirmed
const confirm = (token: string) => server.refusal(confirmEmail, { body: { token } })

describe('the address of a new account', () => {
  test('is confirmed by the newest link, once', { tags: ['ACCT-01'] }, async () => {
    const token = await openAccount('new@example.com')
    expect(await isConfirmed(token)).toBe(false)
    const [first = ''] = await linksTo('new@example.com', 'confirm')
    expect((await server.call(resendConfirmation, { as: token })).status).toBe(200)
    const links = await linksTo('new@example.com', 'confirm')
    expect(links).toHaveLength(2)
    for (const wrong of [first, 'x', last(links).toUpperCase()]) {
      expect((await confirm(wrong)).body).toMatchObject({ error: true, code: 'TOKEN_INVALID' })
    }
    expect(await isConfirmed(token)).toBe(false)
    expect((await server.call(confirmEmail, { body: { token: last(links) } })).status).toBe(200)
    expect(await isConfirmed(token)).toBe(true)
    expect(await confirm(last(links))).toMatchObject({ status: 400, body: { code: 'TOKEN_INVALID' } })
    // Already confirmed.
    await server.call(resendConfirmation, { as: token })
    expect(await linksTo('new@example.com', 'confirm')).toHaveLength(2)
  })

  test('is not confirmed by a link that has expired, after three days', { tags: ['ACCT-01'] }, async () => {
    const token = await openAccount('late@example.com')
    const [link = ''] = await linksTo('late@example.com', 'confirm')
    expect(await daysOf('confirm', 'late@example.com')).toBeCloseTo(3, 2)
    await server.db.updateTable('email_tokens').set({ expires_at: '2020-01-01T00:00:00.000Z' }).execute()
    expect((await confirm(link)).status).toBe(400)
    expect(await isConfirmed(token)).toBe(false)
  })

  test('of an older account, which had no confirmation mail, counts as confirmed', {
    tags: ['ACCT-01'],
  }, async () => {
    expect(await isConfirmed((await buildDeveloper(server)).token)).toBe(true)
  })
})

describe('PUT /users/email', () => {
  const change = (as: Person | string, email: string, password = PASSWORD) =>
    server.call(changeEmail, { body: { email, password }, as })

  test('moves the account when the new address is confirmed; the former one can take it back', {
    tags: ['ACCT-01'],
  }, async () => {
    const person = await buildDeveloper(server, { email: 'former@example.com' })
    expect((await change(person, 'former@example.com')).status).toBe(400)
    const wrong = await server.refusal(changeEmail, {
      body: { email: 'next@example.com', password: 'Wrong-1' },
      as: person,
    })
    expect(wrong.body).toMatchObject({ code: 'WRONG_PASSWORD', fields: { password: expect.any(String) } })

    expect((await change(person, 'next@example.com')).status).toBe(200)
    const [link = ''] = await linksTo('next@example.com', 'confirm')
    const [undo = ''] = await linksTo('former@example.com', 'email-change/undo')
    const emailOf = async () => (await server.call(getUserProfile, { as: person })).body.email
    expect(await emailOf()).toBe('former@example.com')
    expect((await confirm(link)).status).toBe(200)
    expect(await emailOf()).toBe('next@example.com')

    // The former address is reserved while its owner may want it back.
    const body = { name: 'Ana', surname: 'Peña', password: PASSWORD, 'confirm-password': PASSWORD }
    const taken = await server.refusal(register, { body: { ...body, email: 'former@example.com' } })
    expect(taken.body.code).toBe('EMAIL_TAKEN')

    // Two changes in a row by somebody else are undone at once.
    await change(person, 'third@example.com')
    const [third = ''] = await linksTo('third@example.com', 'confirm')
    const [useless = ''] = await linksTo('next@example.com', 'email-change/undo')
    expect((await confirm(third)).status).toBe(200)
    expect((await server.call(undoEmailChange, { body: { token: undo } })).status).toBe(200)
    expect((await server.refusal(getUserProfile, { as: person })).status).toBe(401)
    for (const token of [undo, useless, 'x']) {
      const again = await server.refusal(undoEmailChange, { body: { token } })
      expect(again).toMatchObject({ status: 400, body: { code: 'TOKEN_INVALID' } })
    }
    const credentials = (email: string) => ({ body: { email, password: PASSWORD } })
    expect((await server.call(login, credentials('former@example.com'))).status).toBe(200)
    expect((await server.refusal(login, credentials('third@example.com'))).status).toBe(401)
  })

  test('is not undone by a link that has expired, seven days after the change', {
    tags: ['ACCT-01'],
  }, async () => {
    const person = await buildDeveloper(server, { email: 'slow@example.com' })
    await change(person, 'quick@example.com')
    const [link = ''] = await linksTo('quick@example.com', 'confirm')
    const [token = ''] = await linksTo('slow@example.com', 'email-change/undo')
    const set = (days: number) =>
      server.db
        .updateTable('email_tokens')
        .set({ expires_at: new Date(Date.now() + days * 86_400_000).toISOString() })
        .where('email', '=', 'slow@example.com')
        .execute()
    expect(await daysOf('undo', 'slow@example.com')).toBeCloseTo(7, 2)
    // Confirmed late: the time counts from then.
    await set(1)
    await confirm(link)
    expect(await daysOf('undo', 'slow@example.com')).toBeCloseTo(7, 2)
    await set(-0.001)
    const undone = await server.refusal(undoEmailChange, { body: { token } })
    expect([undone.status, undone.body.code]).toEqual([400, 'TOKEN_INVALID'])
    expect((await server.call(getUserProfile, { as: person })).body.email).toBe('quick@example.com')
  })

  test('is cancelled by a new password', { tags: ['ACCT-01'] }, async () => {
    const person = await buildDeveloper(server, { email: 'robbed@example.com' })
    await change(person, 'thief@example.com')
    const [link = ''] = await linksTo('thief@example.com', 'confirm')
    const passwords = { oldPassword: PASSWORD, newPassword: 'Other-22' }
    const { token } = (await server.call(changePassword, { body: passwords, as: person })).body
    expect(await confirm(link)).toMatchObject({ status: 400, body: { code: 'TOKEN_INVALID' } })
    expect((await server.call(getUserProfile, { as: token })).body.email).toBe('robbed@example.com')
  })

  test('responds the same for a taken address, to which nothing is mailed', {
    tags: ['ACCT-01'],
  }, async () => {
    const person = await buildDeveloper(server, { email: 'asks@example.com' })
    const owner = await buildDeveloper(server, { email: 'owner@example.com' })
    const free = await change(person, 'free@example.com')
    const taken = await change(person, 'owner@example.com')
    expect([taken.status, taken.body]).toEqual([free.status, free.body])
    expect(await mailsTo(server, 'owner@example.com')).toEqual([])
    // The former address is notified of both in the same words.
    const mails = await mailsTo(server, 'asks@example.com')
    expect(mails.map(({ subject }) => subject)).toEqual(Array(2).fill(mails[0]?.subject))
    expect((await server.call(getUserProfile, { as: owner })).body.email).toBe('owner@example.com')
    // The later request wins.
    const [link = ''] = await linksTo('free@example.com', 'confirm')
    expect((await confirm(link)).status).toBe(400)
  })
})

test('only confirmed addresses get mails other than account safety', {
  tags: ['ACCT-01'],
}, async () => {
  const offerTo = async (rec: Person) => buildOffer(server, rec)
  const apply = async (rec: Person) =>
    server.call(applyToOffer, {
      params: { id: await offerTo(rec) },
      body: { phone: '+34 600 000 000', gdprAccepted: true },
      as: await buildDeveloper(server),
    })
  const unconfirmed = { unconfirmed_at: new Date().toISOString() }
  const [plain, strange] = [
    await buildRecruiter(server),
    await buildRecruiter(server, { profile: unconfirmed }),
  ]
  for (const rec of [plain, strange]) {
    await server.db
      .insertInto('notification_settings')
      .values({ user_id: rec.id, kinds: '{"5":{"mail":"instant"}}', updated_at: '2026-01-01T00:00:00.000Z' })
      .execute()
    expect((await apply(rec)).status).toBe(200)
  }
  expect(await mailsTo(server, plain.email)).not.toEqual([])
  expect(await mailsTo(server, strange.email)).toEqual([])
})

test('REQUIRE_CONFIRMED refuses applying, publishing and first messages before it', {
  tags: ['ACCT-01'],
}, async () => {
  const strict = await startServer({ REQUIRE_CONFIRMED: 'true' })
  const profile = { unconfirmed_at: new Date().toISOString() }
  const [dev, rec] = [await buildDeveloper(strict, { profile }), await buildRecruiter(strict, { profile })]
  const other = await buildRecruiter(strict)
  const offer = await buildOffer(strict, other)
  const draft = await strict.call(createOffer, { body: { position: 'Keeper', state: 'draft' }, as: rec })
  expect(draft.status).toBe(201)
  const body = { phone: '+34 600 000 000', gdprAccepted: true }
  const refused = [
    await strict.refusal(applyToOffer, { params: { id: offer }, body, as: dev }),
    await strict.refusal(createOffer, { body: { position: 'Keeper' }, as: rec }),
    await strict.refusal(setOfferState, {
      params: { id: draft.body._id },
      body: { state: 'published' },
      as: rec,
    }),
    await strict.refusal(sendMessage, { params: { id: other.id }, body: { text: 'Hola' }, as: dev }),
  ]
  expect(refused.map(({ status, body: { code } }) => [status, code])).toEqual(
    Array(4).fill([403, 'EMAIL_UNCONFIRMED']),
  )
  // A reply is no first message.
  await strict.call(sendMessage, { params: { id: dev.id }, body: { text: 'Hola' }, as: other })
  const sent = await strict.call(sendMessage, { params: { id: other.id }, body: { text: 'Hola' }, as: dev })
  expect(sent.status).toBe(201)
  await strict.db.updateTable('users').set({ unconfirmed_at: null }).where('id', '=', dev.id).execute()
  expect((await strict.call(applyToOffer, { params: { id: offer }, body, as: dev })).status).toBe(200)
})
