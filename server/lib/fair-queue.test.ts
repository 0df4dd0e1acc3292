import { describe, expect, test } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

const queueOf = (given: Record<string, string[]>, limits = { maxWaiting: 20, maxPerPerson: 5 }) => {
  const queue = createFairQueue<string>(limits)
  for (const [person, jobs] of Object.entries(given)) for (const job of jobs) queue.add(person, job)
  return queue
}

describe('a fair queue (X6)', () => {
  test('serves people in turn, one job at a time each', () => {
    const queue = queueOf({ ana: ['a1', 'a2', 'a3'], ben: ['b1', 'b2'], eva: ['e1'] })
    const order: string[] = []
    for (let next = queue.take(); next; next = queue.take()) {
      order.push(next.job)
      queue.release(next.person)
    }
    expect(order).toEqual(['a1', 'b1', 'e1', 'a2', 'b2', 'a3'])
  })

  test('gives no second job to somebody whose first one runs', () => {
    const queue = queueOf({ ana: ['a1', 'a2'] })
    expect(queue.take()?.job).toBe('a1')
    expect(queue.take()).toBeUndefined()
    queue.release('ana')
    expect(queue.take()?.job).toBe('a2')
  })

  test('refuses a person beyond their share', () => {
    const queue = queueOf({ ana: ['a1', 'a2'] }, { maxWaiting: 20, maxPerPerson: 2 })
    expect(queue.add('ana', 'a3')).toBe('a3')
    expect(queue.add('ben', 'b1')).toBeUndefined()
    expect(queue.size()).toBe(3)
  })

  test('evicts a job of the person with the most when it is full', () => {
    const queue = queueOf({ ana: ['a1', 'a2', 'a3'], ben: ['b1'] }, { maxWaiting: 4, maxPerPerson: 5 })
    expect(queue.add('eva', 'e1')).toBe('a3')
    expect(queue.add('eva', 'e2')).toBe('e2')
    expect(queue.size()).toBe(4)
  })

  test('drops a cancelled job', () => {
    const queue = queueOf({ ana: ['a1', 'a2'], ben: ['b1'] })
    expect(queue.remove('ben', 'b1')).toBe(true)
    expect(queue.remove('ben', 'b1')).toBe(false)
    expect(queue.take()?.job).toBe('a1')
    expect(queue.remove('ana', 'a1')).toBe(false)
    expect(queue.size()).toBe(1)
  })
})
