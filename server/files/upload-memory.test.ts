import { expect, test } from 'vitest'
import { nextTurn } from '../lib/turns.ts'
import { createUploadMemory } from './upload-memory.ts'

const KB = Buffer.alloc(1000)
const busy = { status: 503, code: 'UNAVAILABLE' }

/** An upload of this many kilobytes that goes on arriving until `finish`. */
function start({ hold }: ReturnType<typeof createUploadMemory>, person: string, kilobytes: number) {
  const { promise: arrived, resolve: finish } = Promise.withResolvers<void>()
  const receive = async (keep: (chunk: Buffer) => void) => {
    for (let n = 0; n < kilobytes; n += 1) keep(KB)
    await arrived
  }
  const outcome = hold(person, receive, async ({ length }) => length).catch((error: unknown) => error)
  return { outcome, finish }
}

test('slow uploads of others do not refuse a person who uses less memory; the oldest upload of the largest user ends (X6)', async () => {
  const memory = createUploadMemory({ maxBytes: 10_000, maxBytesPerPerson: 5000 })
  const first = start(memory, 'eve', 2)
  const second = start(memory, 'eve', 3)
  const third = start(memory, 'mallory', 4)
  const ana = start(memory, 'ana', 3)
  expect(await first.outcome).toMatchObject(busy)
  for (const { finish } of [second, third, ana]) finish()
  expect(await Promise.all([second.outcome, third.outcome, ana.outcome])).toEqual([3000, 4000, 3000])
})

test('the memory of one person is limited, and received uploads are not discarded (X6)', async () => {
  const memory = createUploadMemory({ maxBytes: 10_000, maxBytesPerPerson: 5000 })
  expect(await start(memory, 'eve', 6).outcome).toMatchObject(busy)
  const { promise: used, resolve: use } = Promise.withResolvers<void>()
  const arrived = ['eve', 'mallory'].map((person) =>
    memory.hold(
      person,
      async (keep) => {
        for (let n = 0; n < 5; n += 1) keep(KB)
      },
      () => used.then(() => person),
    ),
  )
  await nextTurn()
  expect(await start(memory, 'ana', 1).outcome).toMatchObject(busy)
  use()
  expect(await Promise.all(arrived)).toEqual(['eve', 'mallory'])
  const ana = start(memory, 'ana', 1)
  ana.finish()
  expect(await ana.outcome).toBe(1000)
})
