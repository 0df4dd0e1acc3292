import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createLimits, LIMIT_RULES } from './limits.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'Date'] }))
afterEach(() => void vi.useRealTimers())

const RULE = LIMIT_RULES.ticket
const takeAll = async (limits: ReturnType<typeof createLimits>, key: string) => {
  for (let time = 0; time < RULE.points; time += 1) await limits.take(RULE, key)
}

describe('a limit counted in this process', () => {
  test('allows its points per period, reports the rest of the period, and starts over afterwards (K2)', async () => {
    const limits = createLimits({ enabled: true })
    await takeAll(limits, '192.0.2.1')
    vi.advanceTimersByTime(RULE.seconds * 1000 - 1500)
    await expect(limits.take(RULE, '192.0.2.1')).rejects.toMatchObject({ status: 429, retryAfterSeconds: 2 })
    await expect(limits.check(RULE, '192.0.2.1')).rejects.toMatchObject({ status: 429 })
    await limits.take(RULE, '192.0.2.2')
    vi.advanceTimersByTime(1500)
    await limits.check(RULE, '192.0.2.1')
    await takeAll(limits, '192.0.2.1')
    await expect(limits.take(RULE, '192.0.2.1')).rejects.toMatchObject({ status: 429 })
  })

  test('is independent of changes of the system clock', async () => {
    const limits = createLimits({ enabled: true })
    await takeAll(limits, '192.0.2.1')
    vi.setSystemTime(Date.now() + 2 * RULE.seconds * 1000)
    await expect(limits.take(RULE, '192.0.2.1')).rejects.toMatchObject({ status: 429 })
    vi.setSystemTime(Date.now() - 4 * RULE.seconds * 1000)
    vi.advanceTimersByTime(RULE.seconds * 1000)
    await limits.take(RULE, '192.0.2.1')
  })

  test('gives back a count, never below zero', async () => {
    const limits = createLimits({ enabled: true })
    await limits.refund(RULE, '192.0.2.1')
    await takeAll(limits, '192.0.2.1')
    expect(await limits.allows(RULE, '192.0.2.1')).toBe(false)
    await limits.refund(RULE, '192.0.2.1')
    expect(await limits.allows(RULE, '192.0.2.1')).toBe(true)
    await limits.take(RULE, '192.0.2.1')
    await expect(limits.take(RULE, '192.0.2.1')).rejects.toMatchObject({ status: 429 })
  })

  test('allows synchronously, and counts', async () => {
    const limits = createLimits({ enabled: true })
    for (let time = 0; time < RULE.points; time += 1) expect(limits.take(RULE, '192.0.2.1')).toBeUndefined()
    await expect(limits.take(RULE, '192.0.2.1')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  })
})
