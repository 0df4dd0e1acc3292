import { executionAsyncResource } from 'node:async_hooks'

const kept: object[] = []

/**
 * Keeps one of the objects that `process.nextTick` makes, for as long as the process lives. When V8 collects while none
 * of them is alive it forgets their shape, and never makes one quickly again: a tick then takes six times as long, and
 * every answer has several.
 */
export function keepTicksQuick(): void {
  process.nextTick(() => {
    kept.push(executionAsyncResource())
  })
}
