import { stat } from 'node:fs'
import { expect, test } from 'vitest'
import { nextTurn } from './turns.ts'

test('the next turn comes after others that are due, also where the first part was a callback for I/O (X1)', async () => {
  const isServed = await new Promise((resolve) => {
    stat('.', async () => {
      let hasRun = false
      setTimeout(() => {
        hasRun = true
      })
      block(5)
      await nextTurn()
      resolve(hasRun)
    })
  })
  expect(isServed).toBe(true)
})

function block(ms: number) {
  const end = performance.now() + ms
  while (performance.now() < end);
}
