import { expect, test } from 'vitest'
import { listLog } from '#contract/moderation.ts'
import { newId, now } from '../lib/ids.ts'
import { buildDeveloper } from '../test/builders.ts'
import { startServer } from '../test/server.ts'
import { addModerator } from './moderators.ts'

const server = await startServer()

test('the log is searched in batches, newest first, however long it is (X1)', async () => {
  const moderator = await buildDeveloper(server)
  await addModerator(server.db, moderator.id)
  const entries = Array.from({ length: 2500 }, (_, index) => ({
    ...{ id: newId(), at: now(), moderator_id: moderator.id, act: 'read' },
    reason: index % 1000 === 3 ? `Lighthouse_${index}` : '',
  }))
  for (let start = 0; start < entries.length; start += 500)
    await server.db
      .insertInto('moderation_log')
      .values(entries.slice(start, start + 500))
      .execute()
  const find = async (q: string, page: number) => {
    const { body } = await server.call(listLog, { as: moderator, query: { q, page, limit: 2 } })
    return [body.total, body.items.map(({ reason }) => reason)]
  }
  expect(await find('LIGHTHOUSE_', 1)).toEqual([3, ['Lighthouse_2003', 'Lighthouse_1003']])
  expect(await find('lighthouse_', 2)).toEqual([3, ['Lighthouse_3']])
  expect(await find('lighthouse%', 1)).toEqual([0, []])
  expect(await find('', 1)).toEqual([2500, ['', '']])
})
