import { describe, expect, test } from 'vitest'
import { createFairSemaphore } from './fair-semaphore.ts'

/** Tasks that end on demand; `started` in their order. */
function controlled(limits = { maxAtOnce: 2, maxWaiting: 4 }) {
  const semaphore = createFairSemaphore(limits)
  const started: string[] = []
  const ends = new Map<string, (error?: Error) => void>()
  const results = new Map<string, Promise<string>>()
  const outcomes: string[] = []
  function run(person: string, name: string) {
    const work = () => {
      started.push(name)
      return new Promise<string>((resolve, reject) => {
        ends.set(name, (error) => (error ? reject(error) : resolve(name)))
      })
    }
    const result = semaphore.run(person, work)
    results.set(name, result)
    result.then(
      () => outcomes.push(`${name} done`),
      (error: { code?: string; message: string }) => outcomes.push(`${name} ${error.code ?? error.message}`),
    )
  }
  async function end(name: string, error?: Error) {
    ends.get(name)?.(error)
    await results.get(name)?.catch(() => undefined)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { semaphore, started, outcomes, run, end }
}

describe('a fair semaphore (X6)', () => {
  test('runs one task of each person at a time, and people take turns', async () => {
    const { started, run, end } = controlled()
    for (const name of ['a1', 'a2', 'a3']) run('ana', name)
    expect(started).toEqual(['a1'])
    run('ben', 'b1')
    run('eva', 'e1')
    expect(started).toEqual(['a1', 'b1'])
    await end('a1')
    await end('b1')
    await end('a2')
    expect(started).toEqual(['a1', 'b1', 'a2', 'e1', 'a3'])
  })

  test('continues after a failed task, whose error reaches its caller', async () => {
    const { started, outcomes, run, end } = controlled()
    run('ana', 'a1')
    run('ana', 'a2')
    await end('a1', new Error('broken'))
    expect(outcomes).toEqual(['a1 broken'])
    expect(started).toEqual(['a1', 'a2'])
  })

  test('when full, refuses the person with the most waiting tasks, not the newcomer', async () => {
    const { semaphore, started, outcomes, run, end } = controlled({ maxAtOnce: 1, maxWaiting: 3 })
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) run('ana', name)
    await end('')
    expect(outcomes).toEqual(['a5 UNAVAILABLE'])
    run('ben', 'b1')
    await end('')
    expect(outcomes).toEqual(['a5 UNAVAILABLE', 'a4 UNAVAILABLE'])
    expect(semaphore.waiting()).toBe(3)
    await end('a1')
    await end('a2')
    expect(started).toEqual(['a1', 'a2', 'b1'])
  })
})
