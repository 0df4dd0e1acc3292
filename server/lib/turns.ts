import { setImmediate, setTimeout } from 'node:timers/promises'

/** Lets others have a turn of the event loop, between two parts of long work (X1). */
export const nextTurn = (): Promise<void> => setImmediate()

/** Does these in parts of `size`, and lets others have their turns in between (X1). Safe within a transaction. */
export async function inParts<Item>(
  items: readonly Item[],
  size: number,
  act: (part: Item[]) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < items.length; start += size) {
    if (start > 0) await nextTurn()
    await act(items.slice(start, start + size))
  }
}

/** Repeats until `step` returns false, with pauses as long as the steps: background work leaves half of the time (X6). */
export async function inSteps(step: () => Promise<boolean>): Promise<void> {
  for (;;) {
    const start = performance.now()
    if (!(await step())) return
    await setTimeout(performance.now() - start)
  }
}
