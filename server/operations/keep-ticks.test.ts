import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** How many times longer a tick takes after V8 has collected all it could. */
function slowerBy(before: string): number {
  const program = `
    ${before}
    const nothing = () => {}
    const turn = () => new Promise((done) => setImmediate(done))
    async function round() {
      const start = performance.now()
      for (let n = 0; n < 150; n += 1) {
        for (let tick = 0; tick < 300; tick += 1) process.nextTick(nothing)
        await turn()
      }
      return performance.now() - start
    }
    async function best() {
      const rounds = []
      for (let n = 0; n < 8; n += 1) rounds.push(await round())
      return Math.min(...rounds)
    }
    const quick = await best()
    await turn()
    gc({ type: 'major', flavor: 'last-resort' })
    await turn()
    console.log(await best() / quick)`
  const args = ['--expose-gc', '--input-type=module', '--eval', program]
  return Number(execFileSync(process.execPath, args, { encoding: 'utf8' }))
}

test('ticks stay quick after a thorough collection of garbage, which they would not by themselves', () => {
  const module = new URL('keep-ticks.ts', import.meta.url).href
  expect(slowerBy(`(await import('${module}')).keepTicksQuick()`)).toBeLessThan(2.5)
  expect(slowerBy('')).toBeGreaterThan(2.5)
})
