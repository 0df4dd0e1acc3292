import { describe, expect, test, vi } from 'vitest'
import { sendMessage } from '#contract/messages.ts'
import { actOnReport, confirmModerator, getReport, listLog, listReports } from '#contract/moderation.ts'
import { getSettings } from '#contract/settings.ts'
import { buildDeveloper, buildOffer, buildRecruiter, PASSWORD } from '../test/builders.ts'
import { moderate } from '../test/moderation.ts'
import { startServer } from '../test/server.ts'
import { ACCOUNT_COMMANDS } from '../users/account-commands.ts'
import { addModerator } from './moderators.ts'

const server = await startServer({ MODERATOR_EMAILS: 'Moderator@example.com' })

const { moderator, people, report, reportByThree, act } = await moderate(server)

describe('calls below /admin', () => {
  test('are 404 for everybody but moderators, with a token or without', { tags: ['MOD-01'] }, async () => {
    const person = await buildDeveloper(server)
    const id = await reportByThree('offer', await buildOffer(server, await buildRecruiter(server)))
    for (const as of [undefined, person, 'not.a.token']) {
      const sent = { ...(as && { as }), params: { id } }
      const responses = [
        await server.refusal(listReports, sent),
        await server.refusal(getReport, sent),
        await server.refusal(actOnReport, { ...sent, body: {} }),
        await server.refusal(confirmModerator, { ...sent, body: { password: PASSWORD } }),
        await server.refusal(listLog, sent),
      ]
      expect(responses.map(({ status, body }) => [status, body.code])).toEqual(
        Array(5).fill([404, 'NOT_FOUND']),
      )
    }
    const profile = await server.call(getSettings, { as: moderator })
    expect(profile.body.moderator).toBe(true)
    expect((await server.call(getSettings, { as: person })).body).not.toHaveProperty('moderator')
    // An address counts once it is confirmed.
    const unconfirmed = (at: string | null) =>
      server.db.updateTable('users').set({ unconfirmed_at: at }).where('id', '=', moderator.id).execute()
    await unconfirmed(new Date().toISOString())
    expect((await server.refusal(listReports, { as: moderator })).status).toBe(404)
    await unconfirmed(null)
  })

  test('require a sign-in or password check within the last 12 hours for actions, not for reading', {
    tags: ['MOD-01'],
  }, async () => {
    const newModerator = await buildRecruiter(server)
    await addModerator(server.db, newModerator.id)
    const { body } = await report('user', (await buildDeveloper(server)).id, await buildDeveloper(server))
    const params = { id: body._id }
    let next = 'hide'
    const decide = async () => {
      const given = { act: next, reason: 'Be kind' }
      const { status, body: refused } = await server.refusal(actOnReport, {
        as: newModerator,
        params,
        body: given,
      })
      if (status !== 200) return [status, refused.code]
      next = next === 'hide' ? 'restore' : 'hide'
      return status
    }
    const confirm = (password: string) =>
      server.refusal(confirmModerator, { as: newModerator, body: { password } })
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
    const set = (times: { created_at?: string; confirmed_at?: string }) =>
      server.db.updateTable('sessions').set(times).where('user_id', '=', newModerator.id).execute()

    expect(await decide()).toBe(200)
    await set({ created_at: hoursAgo(12.01) })
    expect(await decide()).toEqual([403, 'CONFIRM_AGAIN'])
    expect((await server.call(getReport, { as: newModerator, params })).status).toBe(200)
    expect((await confirm('Wrong-1')).body.code).toBe('WRONG_PASSWORD')
    expect(await decide()).toEqual([403, 'CONFIRM_AGAIN'])
    expect((await confirm(PASSWORD)).status).toBe(200)
    expect(await decide()).toBe(200)
    await set({ confirmed_at: hoursAgo(11.99) })
    expect(await decide()).toBe(200)
    await set({ confirmed_at: hoursAgo(12.01) })
    expect(await decide()).toEqual([403, 'CONFIRM_AGAIN'])
  })

  test("are available to people appointed by the operator's command, until it revokes that", {
    tags: ['MOD-01'],
  }, async () => {
    const person = await buildDeveloper(server)
    const read = async () => (await server.refusal(listReports, { as: person })).status
    const command = async (...more: string[]) => {
      const { DATA_DIR, DATABASE_URL = '', DATABASE_SCHEMA = '', JWT_SECRET = '', MAIL = '' } = server.config
      const settings = { DATA_DIR, DATABASE_URL, DATABASE_SCHEMA, JWT_SECRET, MAIL }
      for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value)
      return ACCOUNT_COMMANDS.moderator([person.email, ...more]).finally(() => vi.unstubAllEnvs())
    }
    expect(await read()).toBe(404)
    expect(await command()).toBe(`${person.email} is a moderator.`)
    expect(await read()).toBe(200)
    expect(await command('--remove')).toBe(`${person.email} is no moderator any more.`)
    expect(await read()).toBe(404)
  })
})

describe('GET /admin/log', () => {
  test('records each view of the queue', { tags: ['MOD-05'] }, async () => {
    const newModerator = await buildDeveloper(server)
    await addModerator(server.db, newModerator.id)
    for (const state of ['open', 'closed'] as const)
      await server.call(listReports, { as: newModerator, query: { state } })
    const stored = await server.db
      .selectFrom('moderation_log')
      .select(['act', 'thing_kind', 'thing_id'])
      .where('moderator_id', '=', newModerator.id)
      .execute()
    expect(stored).toEqual(Array(2).fill({ act: 'read', thing_kind: 'report', thing_id: null }))
  })

  test('records every view and action, and no statement can change it', { tags: ['MOD-05'] }, async () => {
    const [one, two] = await people(2)
    if (!one || !two) throw new Error('Two people are needed')
    for (let count = 0; count < 8; count += 1) {
      await server.call(sendMessage, { as: one, params: { id: two.id }, body: { text: `Line ${count}` } })
    }
    const sent = await server.call(sendMessage, { as: one, params: { id: two.id }, body: { text: 'Pay me' } })
    for (let count = 0; count < 8; count += 1) {
      await server.call(sendMessage, { as: two, params: { id: one.id }, body: { text: `Answer ${count}` } })
    }
    const { body } = await report('message', sent.body._id, two)
    const shown = await server.call(getReport, { as: moderator, params: { id: body._id } })
    expect(shown.body.messages.map(({ text }) => text)).toEqual([
      ...['Line 3', 'Line 4', 'Line 5', 'Line 6', 'Line 7', 'Pay me'],
      ...['Answer 0', 'Answer 1', 'Answer 2', 'Answer 3', 'Answer 4'],
    ])
    await act(body._id, { act: 'warn', reason: 'Unique words 4711' })
    const log = await server.call(listLog, { as: moderator, query: { q: 'words 4711' } })
    expect(log.body).toEqual({
      total: 1,
      items: [
        {
          _id: expect.any(String),
          at: expect.any(String),
          moderator: { _id: moderator.id, name: 'Inés Casa' },
          act: 'warn',
          thing: { kind: 'message', _id: sent.body._id },
          reason: 'Unique words 4711',
        },
      ],
    })
    const looks = await server.call(listLog, { as: moderator, query: { q: body._id } })
    expect(looks.body.items.map(({ act: what }) => what)).toEqual(['read'])
    const { db } = server
    await expect(db.updateTable('moderation_log').set({ reason: '' }).execute()).rejects.toThrow('final')
    await expect(db.deleteFrom('moderation_log').execute()).rejects.toThrow('final')
  })
})
