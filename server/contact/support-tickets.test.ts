import { describe, expect, test } from 'vitest'
import { sendSupportTicket } from '#contract/contact.ts'
import {
  answerSupportTicket,
  listLog,
  listSupportTickets,
  updateSupportTicket,
} from '#contract/moderation.ts'
import { buildDeveloper } from '../test/builders.ts'
import { mailsTo } from '../test/outbox.ts'
import { startServer } from '../test/server.ts'

const server = await startServer({
  MODERATOR_EMAILS: 'moderator@example.com',
  SUPPORT_EMAIL: 'help@puente.example',
})
const moderator = await buildDeveloper(server, { email: 'moderator@example.com' })

describe('GET, POST and PUT /admin/tickets', () => {
  test('a ticket is answered by mails of one thread, set to waiting, and closed', {
    tags: ['MOD-04', 'MOD-05'],
  }, async () => {
    const body = {
      name: 'Ana',
      email: 'asks@example.com',
      category: 'bug' as const,
      subject: 'Visit https://evil.example',
      message: 'It does not load',
    }
    await server.call(sendSupportTicket, { body })
    const listed = await server.call(listSupportTickets, { as: moderator, query: { state: 'open' } })
    const [ticket] = listed.body.items
    expect(ticket).toEqual({
      ...body,
      _id: expect.any(String),
      state: 'open',
      createdAt: expect.any(String),
      answers: [],
    })
    const params = { id: ticket?._id ?? '' }
    for (const text of ['Which browser?', 'It works again.']) {
      const answered = await server.call(answerSupportTicket, { as: moderator, params, body: { text } })
      expect([answered.status, answered.body.state]).toEqual([200, 'waiting'])
    }
    const [request] = await mailsTo(server, 'help@puente.example')
    const [first, second] = await mailsTo(server, 'asks@example.com')
    expect(first?.text).toContain('Which browser?')
    expect(`${first?.subject}${first?.text}${first?.html}`).not.toContain('evil.example')
    expect(first?.inReplyTo).toBe(request?.messageId)
    expect(second?.inReplyTo).toBe(first?.messageId)
    expect(first?.replyTo).toMatchObject([{ address: 'help@puente.example' }])

    const closed = await server.call(updateSupportTicket, {
      as: moderator,
      params,
      body: { state: 'closed' },
    })
    expect(closed.body).toMatchObject({ state: 'closed', answers: [{ text: 'Which browser?' }, {}] })
    expect(
      (await server.call(listSupportTickets, { as: moderator, query: { state: 'open' } })).body.total,
    ).toBe(0)
    const bad = await server.refusal(updateSupportTicket, { as: moderator, params, body: { state: 'lost' } })
    expect(bad.status).toBe(400)
    const log = await server.call(listLog, { as: moderator, query: { q: params.id } })
    expect(log.body.items.map(({ act }) => act)).toEqual(['closed', 'answer', 'answer'])
    const looks = await server.call(listLog, { as: moderator, query: { q: 'ticket' } })
    const read = { act: 'read', thing: { kind: 'ticket', _id: null } }
    expect(looks.body.items.filter(({ act }) => act === 'read')).toMatchObject([read, read])
  })
})
