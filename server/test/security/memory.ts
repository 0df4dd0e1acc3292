import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

/** Heap of this process after a garbage collection; finalizers free more one turn later. */
export async function liveBytes(): Promise<number> {
  for (let turn = 0; turn < 3; turn += 1) {
    collect()
    await nextTurn()
  }
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
