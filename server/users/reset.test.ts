import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { getSettings } from '#contract/settings.ts'
import { forgotPassword, login, resetPassword } from '#contract/users.ts'
import { newId } from '../lib/ids.ts'
import { buildDeveloper, type Person } from '../test/builders.ts'
import { mailsTo } from '../test/outbox.ts'
import { startServer, type TestServer } from '../test/server.ts'

const server = await startServer()
const limited = await startServer({ RATE_LIMITS: 'on' })

/** Requests a link and reads the token from the mail. */
async function askForToken(person: Person, from: TestServer = server): Promise<string> {
  await from.call(forgotPassword, { body: { email: person.email } })
  const mail = (await mailsTo(from, person.email)).at(-1)
  return /\/reset-password\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
}

describe('POST /users/forgot-password', () => {
  test('mails a link that works once, as text and as HTML (A7)', {
    tags: ['API-05', 'AUTH-05', 'ERR-07'],
  }, async () => {
    const person = await buildDeveloper(server, { name: 'Eva' })
    const { status, body } = await server.call(forgotPassword, {
      body: { email: ` ${person.email.toUpperCase()} ` },
      headers: { host: 'evil.example.com', 'x-forwarded-host': 'evil.example.com' },
    })
    expect(status).toBe(200)
    expect(body).toEqual({ message: 'Mail Send. Check your inbox.' })
    const [mail, ...others] = await mailsTo(server, person.email)
    expect(others).toEqual([])
    expect(mail?.subject).toBe('Reset your password')
    const [link = ''] = /https?:\/\/\S+/.exec(mail?.text ?? '') ?? []
    expect(link).toMatch(new RegExp(`^${server.url}/reset-password/[\\w-]{43}$`))
    expect(mail?.text?.trim().split('\n\n')).toEqual([
      'Hello Eva,',
      'We received a request to reset the password of your account. Choose a new one:',
      `Choose a new password: ${link}`,
      'The link works once and expires in 1 hour. If you did not ask for this, ignore this message; your password stays as it is.',
      `-- \nPuente: ${server.url}\nYou get this email because somebody requested it with your address.`,
    ])
    expect(mail?.html).toContain(`<a href="${link}"`)
    expect(mail?.html).toMatch(/<p [^>]*>Hello Eva,<\/p>\n<p [^>]*>We received a request/)
    // The token itself is not stored.
    const stored = await server.db.selectFrom('reset_tokens').select('token_hash').execute()
    expect(JSON.stringify(stored)).not.toContain(link.slice(-43))
    expect(await server.db.selectFrom('jobs').select('id').execute()).toEqual([])
  })

  test('no mail to the owner contains a name that is an advertisement (X8)', {
    tags: 'AUTH-05',
  }, async () => {
    const name = 'You won! Claim at https://evil.example/prize <b>now</b>'
    const person = await buildDeveloper(server, { name, surname: name })
    const token = await askForToken(person)
    await server.call(resetPassword, { params: { token }, body: { password: 'Brand-new1' } })
    const mails = await mailsTo(server, person.email)
    expect(mails.map((mail) => mail.text?.slice(0, 22))).toEqual([
      'Hello,\n\nWe received a ',
      'Hello,\n\nThe password o',
    ])
    expect(JSON.stringify(mails)).not.toMatch(/evil|won!/)
  })

  test('an unknown and a deactivated address get the same response and no mail (A7)', {
    tags: ['API-05', 'ERR-08'],
  }, async () => {
    const gone = await buildDeveloper(server, { profile: { deactivated_at: '2024-01-01T00:00:00.000Z' } })
    for (const email of [gone.email, 'nobody@example.com']) {
      const { status, body } = await server.call(forgotPassword, { body: { email } })
      expect([status, body]).toEqual([200, { message: 'Mail Send. Check your inbox.' }])
      expect(await mailsTo(server, email)).toEqual([])
    }
  })

  test('does the same work for a known, an unknown and a deactivated address (A7)', async () => {
    const alone = await startServer({}, { alone: true })
    const known = await buildDeveloper(alone)
    const gone = await buildDeveloper(alone, { profile: { deactivated_at: '2024-01-01T00:00:00.000Z' } })
    const [send, dryRun] = [vi.spyOn(alone.mailer, 'send'), vi.spyOn(alone.mailer, 'dryRun')]
    const work = async (email: string) => {
      await alone.jobs.settled()
      alone.meters.registry.resetMetrics()
      await alone.call(forgotPassword, { body: { email } })
      await alone.jobs.settled()
      const metrics = await alone.meters.registry.metrics()
      return [...metrics.matchAll(/^database_query_duration_seconds_count.* \d+$/gm)].map(String).toSorted()
    }
    await work(known.email)
    const expected = await work(known.email)
    expect(expected.join()).toMatch(/insert.* 2,|insert.* 2$/)
    for (const email of ['nobody@example.com', gone.email]) expect(await work(email)).toEqual(expected)
    expect([send.mock.calls.length, dryRun.mock.calls.length]).toEqual([2, 2])
    expect(readdirSync(join(alone.dataDir, 'outbox'))).toHaveLength(2)
    expect(await alone.db.selectFrom('jobs').select('id').execute()).toEqual([])
  })

  test.each([
    ['', 'Please, add your email'],
    ['a@b', 'Email must be at least 4 characters'],
    ['nobody', 'Invalid email format'],
  ])('%j is refused with %j', { tags: ['API-05', 'VAL-12'] }, async (email, message) => {
    const { status, body } = await server.refusal(forgotPassword, { body: { email } })
    expect(status).toBe(400)
    expect(body).toEqual({ error: true, message, code: 'VALIDATION', fields: { email: message } })
  })

  test('allows five an hour for an address, known or not (K2)', async () => {
    const person = await buildDeveloper(limited)
    for (const email of [person.email, 'nobody@example.com']) {
      const statuses = []
      for (let call = 0; call < 6; call += 1) {
        statuses.push((await limited.refusal(forgotPassword, { body: { email } })).status)
      }
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    }
    expect(await mailsTo(limited, person.email)).toHaveLength(5)
  })
})

describe('PUT /users/reset-password/{token}', () => {
  const password = 'Brand-new1'

  test('sets the password, once, signs out everywhere and notifies the owner (A7)', {
    tags: ['API-06', 'AUTH-09', 'ERR-09'],
  }, async () => {
    const person = await buildDeveloper(server)
    const token = await askForToken(person)
    const { status, body } = await server.call(resetPassword, { params: { token }, body: { password } })
    expect(status).toBe(200)
    expect(body).toEqual({ msg: 'Password updated successfully.' })
    expect((await server.refusal(getSettings, { as: person })).status).toBe(401)
    const signIn = await server.call(login, { body: { email: person.email, password } })
    expect(signIn.status).toBe(200)
    const subjects = (await mailsTo(server, person.email)).map((mail) => mail.subject)
    expect(subjects).toEqual(['Reset your password', 'Your password was changed'])

    const again = await server.refusal(resetPassword, { params: { token }, body: { password } })
    expect(again.status).toBe(400)
    expect(again.body).toEqual({
      error: true,
      message: 'Invalid or expired reset link',
      code: 'RESET_TOKEN_INVALID',
    })
  })

  test('of two concurrent calls one succeeds (A7)', async () => {
    const token = await askForToken(await buildDeveloper(server))
    const responses = await Promise.all(
      [1, 2].map(() => server.refusal(resetPassword, { params: { token }, body: { password } })),
    )
    expect(responses.map((response) => response.status).sort()).toEqual([200, 400])
  })

  test('a replaced, an expired, an invalid link and one of a deactivated account are refused (A7)', {
    tags: ['API-06', 'ERR-10'],
  }, async () => {
    const person = await buildDeveloper(server)
    const replaced = await askForToken(person)
    const current = await askForToken(person)
    const expired = await askForToken(await buildDeveloper(server))
    const gone = await buildDeveloper(server)
    const orphan = await askForToken(gone)
    const age = { expires_at: new Date(Date.now() - 1).toISOString() }
    const newest = await server.db
      .selectFrom('reset_tokens')
      .select('token_hash')
      .orderBy('created_at', 'desc')
      .limit(2)
      .execute()
    await server.db
      .updateTable('reset_tokens')
      .set(age)
      .where('token_hash', '=', newest[1]?.token_hash ?? '')
      .execute()
    await server.db
      .updateTable('users')
      .set({ deactivated_at: age.expires_at })
      .where('id', '=', gone.id)
      .execute()

    for (const token of [replaced, expired, orphan, newId(), '%00', 'x'.repeat(150)]) {
      const { status, body } = await server.refusal(resetPassword, { params: { token }, body: { password } })
      expect([status, body.code]).toEqual([400, 'RESET_TOKEN_INVALID'])
    }
    const good = await server.call(resetPassword, { params: { token: current }, body: { password } })
    expect(good.status).toBe(200)
  })

  test.each([
    ['', 'This field is required'],
    ['Aa-1', 'Password must be at least 6 characters'],
    ['abcdef', 'Password must include uppercase, lowercase, number and special character'],
  ])(
    'the password %j is refused, and the link stays valid',
    { tags: ['API-06', 'VAL-13', 'VAL-104'] },
    async (bad, message) => {
      const token = await askForToken(await buildDeveloper(server))
      const refused = await server.refusal(resetPassword, { params: { token }, body: { password: bad } })
      expect(refused.body).toMatchObject({ code: 'VALIDATION', fields: { password: message } })
      const good = await server.call(resetPassword, { params: { token }, body: { password } })
      expect(good.status).toBe(200)
    },
  )
})
