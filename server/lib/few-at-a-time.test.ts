import { expect, test } from 'vitest'
import { fewAtATime } from './few-at-a-time.ts'

test('so many run at once, in their order; one that fails makes room like the others', async () => {
  const inTurn = fewAtATime(3)
  const begun: number[] = []
  const ends: PromiseWithResolvers<void>[] = []
  const results = Array.from({ length: 8 }, (_, place) =>
    inTurn(async () => {
      begun.push(place)
      const end = Promise.withResolvers<void>()
      ends[place] = end
      await end.promise
      return place
    }),
  )
  const settled = Promise.allSettled(results)
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  await turn()
  expect(begun).toEqual([0, 1, 2])
  ends[1]?.reject(new Error('failed'))
  await turn()
  expect(begun).toEqual([0, 1, 2, 3])
  for (let place = 0; place < 8; place += 1) {
    ends[place]?.resolve()
    await turn()
  }
  expect((await settled).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    ...Array(6).fill('fulfilled'),
  ])
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
})
