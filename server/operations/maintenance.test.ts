import { expect, test } from 'vitest'
import { newId } from '../lib/ids.ts'
import { buildDeveloper } from '../test/builders.ts'
import { startServer } from '../test/server.ts'
import { startMaintenance } from './maintenance.ts'

const server = await startServer()

test('scheduled maintenance runs every task, even if one fails, and can be stopped (F6, G19)', async () => {
  const { id } = await buildDeveloper(server)
  const created_at = '2020-01-01T00:00:00.000Z'
  const keys = () => server.db.selectFrom('idempotency_keys').select('key').execute()
  await server.db
    .insertInto('idempotency_keys')
    .values({ user_id: id, path: '/x', key: newId(), created_at })
    .execute()
  const folder = { id: newId(), name: 'AbCdEfGhIjKlMnOpQrStUv.webp', kind: 'image' as const, owner_id: id }
  await server.db
    .insertInto('files')
    .values({ ...folder, content_type: 'image/webp', bytes: 1, created_at, deleted_at: created_at })
    .execute()

  const failures: unknown[] = []
  const log = { ...server.log, warn: () => {}, error: (failure: unknown) => failures.push(failure) }
  const files = { ...server.files, deleteFolder: () => Promise.reject(new Error('the store is unavailable')) }
  const stop = startMaintenance({ ...server, files, log: log as unknown as typeof server.log }, 1)
  await expect.poll(keys).toEqual([])
  await stop()
  expect(failures[0]).toMatchObject({ task: 'remove unused files' })

  const done = failures.length
  await server.db.selectFrom('files').select('id').execute()
  expect(failures).toHaveLength(done)
})
