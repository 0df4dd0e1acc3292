import { afterAll } from 'vitest'
import { createRedis, findRedis } from '../../scripts/engines.mjs'

/** Whether this machine has a Redis to test with. */
export const hasRedis = findRedis() !== undefined

/** A Redis of our own behind a socket file, ended after the tests of the file. */
export async function startRedis() {
  const redis = await createRedis()
  afterAll(redis.remove)
  await redis.start()
  return redis
}
