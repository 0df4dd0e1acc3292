import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** How many of the objects behind `process.nextTick` are alive after V8 has collected all it could. */
function ticksAlive(before: string): number {
  const program = `
    import { createHook } from 'node:async_hooks'
    const ticks = []
    createHook({
      init: (_id, type, _trigger, tick) => type === 'TickObject' && ticks.push(new WeakRef(tick)),
    }).enable()
    ;${before}
    const turn = () => new Promise((done) => setImmediate(done))
    for (let n = 0; n < 300; n += 1) process.nextTick(() => {})
    await turn()
    gc({ type: 'major', flavor: 'last-resort' })
    await turn()
    if (ticks.length < 300) throw new Error('Ticks are no longer told to hooks.')
    console.log(ticks.filter((tick) => tick.deref()).length)`
  const args = ['--expose-gc', '--input-type=module', '--eval', program]
  return Number(execFileSync(process.execPath, args, { encoding: 'utf8' }))
}

test('one tick outlives a thorough collection of garbage, which none would by itself', () => {
  const module = new URL('keep-ticks.ts', import.meta.url).href
  expect(ticksAlive('')).toBe(0)
  expect(ticksAlive(`(await import('${module}')).keepTicksQuick()`)).toBe(1)
})
