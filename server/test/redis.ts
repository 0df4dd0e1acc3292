import { afterAll } from 'vitest'
import { createRedis } from '../../scripts/engines.mjs'

/**
 * A Redis of our own behind a socket file, ended after the tests of the file; started inside of a test, with
 * `onTestFinished`, after that test.
 */
export async function startRedis(atTheEnd: (end: () => Promise<void>) => void = afterAll) {
  const redis = await createRedis()
  atTheEnd(redis.remove)
  await redis.start()
  return redis
}
