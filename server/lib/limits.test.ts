import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createLimits, LIMIT_RULES } from './limits.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'Date'] }))
afterEach(() => void vi.useRealTimers())

const RULE = LIMIT_RULES.ticket
const takeAll = async (limits: ReturnType<typeof createLimits>, key: string) => {
  for (let time = 0; time < RULE.points; time += 1) await limits.take(RULE, key)
}

describe('a limit that is counted in this process', () => {
  test('lets so many pass in its period, says how long it lasts, and begins anew after it (K2)', async () => {
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

  test('lasts no longer and no shorter when the clock of the machine is set', async () => {
    const limits = createLimits({ enabled: true })
    await takeAll(limits, '192.0.2.1')
    vi.setSystemTime(Date.now() + 2 * RULE.seconds * 1000)
    await expect(limits.take(RULE, '192.0.2.1')).rejects.toMatchObject({ status: 429 })
    vi.setSystemTime(Date.now() - 4 * RULE.seconds * 1000)
    vi.advanceTimersByTime(RULE.seconds * 1000)
    await limits.take(RULE, '192.0.2.1')
  })

  test('answers a yes at once, and counts it', async () => {
    const limits = createLimits({ enabled: true })
    for (let time = 0; time < RULE.points; time += 1) expect(limits.take(RULE, '192.0.2.1')).toBeUndefined()
    await expect(limits.take(RULE, '192.0.2.1')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  })
})
