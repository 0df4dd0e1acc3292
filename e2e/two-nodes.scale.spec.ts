import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { createPostgres, createRedis } from '../scripts/engines.mjs'
import { PuenteServer } from './server.ts'
import { send, signUpByApi } from './steps/api.ts'
import { marta } from './steps/people.ts'

const FEED = '/feeds/offers.atom'

test('an edit shows in the next page and feed of both nodes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'puente-e2e-two-'))
  const [postgres, redis] = [await createPostgres(), await createRedis()]
  const env = {
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    JWT_SECRET: 's3cret-'.repeat(6),
    MAIL: 'outbox',
  }
  const [one, other] = ['one', 'other'].map(
    (name) => new PuenteServer({ dataDir: join(folder, name), env }),
  ) as [PuenteServer, PuenteServer]
  const nodes = [one, other]
  try {
    await Promise.all([postgres.start(), redis.start()])
    for (const node of nodes) await node.start()
    const token = await signUpByApi(one.baseUrl, marta, 'recruiter')
    const offer = { position: 'Farera', description: 'La luz de Cabo Mayor.', skills: ['Go'] }
    const { _id } = (await send(one.baseUrl, 'POST', '/offers', offer, token)) as { _id: string }
    const paths = ['/', '/offers', `/offers/${_id}`, FEED]
    const read = async (node: PuenteServer, path: string) => await (await fetch(node.baseUrl + path)).text()

    for (const [writer, position] of [
      [one, 'Capitana'],
      [other, 'Contramaestre'],
    ] as const) {
      // The second read comes from the cache.
      for (let round = 0; round < 2; round += 1)
        for (const node of nodes) for (const path of paths) await read(node, path)
      await send(writer.baseUrl, 'PUT', `/offers/${_id}`, { position }, token)
      for (const node of nodes)
        for (const path of paths) expect(await read(node, path), `${node.baseUrl}${path}`).toContain(position)
    }

    await send(one.baseUrl, 'PATCH', `/offers/${_id}/delete`, undefined, token)
    for (const node of nodes) {
      expect((await fetch(`${node.baseUrl}/offers/${_id}`)).status).toBe(410)
      for (const path of ['/', '/offers', FEED]) expect(await read(node, path)).not.toContain('Contramaestre')
    }
  } finally {
    for (const node of nodes) await node.stop()
    for (const engine of [redis, postgres]) await engine.remove()
    await rm(folder, { recursive: true, force: true })
  }
})
