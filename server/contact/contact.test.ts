import { describe, expect, test } from 'vitest'
import { sendSupportTicket } from '#contract/contact.ts'
import { buildDeveloper } from '../test/builders.ts'
import { mailsTo } from '../test/outbox.ts'
import { startServer } from '../test/server.ts'

const server = await startServer({ SUPPORT_EMAIL: 'help@puente.example' })
const limited = await startServer({ RATE_LIMITS: 'on' })

const mailless = await startServer({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL: 'smtp' })

const ticket = {
  name: 'Ana Peña',
  email: 'Ana@Example.com',
  category: 'bug',
  subject: 'It does not load',
  message: 'First line\n<b>Second</b> line',
}

const mails = () => mailsTo(server, 'help@puente.example')

describe('POST /contact', () => {
  test('a visitor opens a ticket: it is stored and mailed to the support (K1)', {
    tags: ['API-58', 'CONT-01', 'CONT-04', 'DATA-35', 'DATA-36', 'ERR-67'],
  }, async () => {
    const { status, body } = await server.call(sendSupportTicket, { body: ticket })
    expect([status, body]).toEqual([201, { message: 'Message sent successfully!' }])
    const mail = (await mails()).at(-1)
    expect(mail).toMatchObject({
      subject: '[Bug Report] It does not load',
      replyTo: [{ address: 'ana@example.com' }],
    })
    expect(mail?.html).toBeUndefined()
    expect(mail?.text).toMatch(
      /^Ana Peña <ana@example.com> wrote on .*:\n\nFirst line\n<b>Second<\/b> line\n/,
    )
    const stored = await server.db.selectFrom('tickets').selectAll().executeTakeFirstOrThrow()
    expect(stored).toMatchObject({ ...ticket, email: 'ana@example.com', user_id: null })
  })

  test('an unavailable mail server does not affect the sender: the ticket is stored, and mailed later (decision 47)', {
    tags: 'API-58',
  }, async () => {
    const { status, body } = await mailless.call(sendSupportTicket, { body: ticket })
    expect([status, body]).toEqual([201, { message: 'Message sent successfully!' }])
    const stored = await mailless.db.selectFrom('tickets').select(['subject', 'created_at']).execute()
    expect(stored).toEqual([{ subject: ticket.subject, created_at: expect.any(String) }])
    const jobs = mailless.db.selectFrom('jobs').select(['kind', 'attempts', 'failed_at', 'last_error'])
    await expect
      .poll(() => jobs.execute())
      .toEqual([
        { kind: 'ticket mail', attempts: 1, failed_at: null, last_error: expect.stringContaining('ESOCKET') },
      ])
  })

  test('line breaks in name, e-mail and subject cannot add headers (K1)', { tags: 'API-58' }, async () => {
    const person = await buildDeveloper(server)
    const subject = 'Hello\r\nBcc: victim@example.com'
    const sent = await server.call(sendSupportTicket, {
      as: person,
      body: { ...ticket, subject, category: 'other' },
    })
    expect(sent.status).toBe(201)
    const mail = (await mails()).at(-1)
    expect(mail?.subject).toBe('[Other] Hello Bcc: victim@example.com')
    expect(mail?.bcc).toBeUndefined()
    const stored = await server.db
      .selectFrom('tickets')
      .select('user_id')
      .where('category', '=', 'other')
      .executeTakeFirstOrThrow()
    expect(stored.user_id).toBe(person.id)
  })

  test.each([
    ['name', ' ', 'This field is required'],
    ['email', '', 'This field is required'],
    ['email', 'nobody', 'Invalid email format'],
    ['category', 'spam', 'This field is required'],
    ['subject', undefined, 'This field is required'],
    ['subject', 'x'.repeat(151), 'Max 150 characters'],
    ['message', '', 'This field is required'],
    ['message', 'x'.repeat(5001), 'Max 5000 characters'],
  ])('%s = %j is refused with %j', { tags: ['VAL-100', 'VAL-101'] }, async (field, value, message) => {
    const { status, body } = await server.refusal(sendSupportTicket, { body: { ...ticket, [field]: value } })
    expect(status).toBe(400)
    expect(body).toEqual({ error: true, message, code: 'VALIDATION', fields: { [field]: message } })
  })

  test('ten tickets an hour are accepted from one address (K2)', async () => {
    // From this machine the limit is a hundredfold.
    const sent = await Promise.all(
      Array.from({ length: 1001 }, () => limited.refusal(sendSupportTicket, { body: {} })),
    )
    expect(sent.filter((response) => response.status === 429)).toHaveLength(1)
    expect(sent.filter((response) => response.status === 400)).toHaveLength(1000)
  })
})
