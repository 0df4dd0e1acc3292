import { setImmediate, setTimeout } from 'node:timers/promises'

/** Resolves once the callbacks of this turn of the event loop have run. */
export const endOfTurn = (): Promise<void> => setImmediate()

/** Yields to the event loop between two parts of long work (X1). */
export async function nextTurn(): Promise<void> {
  // After a callback for I/O the first one comes in the same turn, before any further I/O.
  await setImmediate()
  await setImmediate()
}

/** The items in batches of `size`, with a turn of the event loop for others in between (X1). */
export async function* inBatches<Item>(items: readonly Item[], size: number): AsyncGenerator<Item[]> {
  for (let start = 0; start < items.length; start += size) {
    if (start > 0) await nextTurn()
    yield items.slice(start, start + size)
  }
}

/** Processes the items in batches of `size` and yields to the event loop in between (X1). Safe within a transaction. */
export async function inParts<Item>(
  items: readonly Item[],
  size: number,
  act: (part: Item[]) => Promise<unknown>,
): Promise<void> {
  for await (const part of inBatches(items, size)) await act(part)
}

/** Repeats until `step` returns false, with pauses as long as the steps: background work takes half of the time (X6). */
export async function inSteps(step: () => Promise<boolean>): Promise<void> {
  for (;;) {
    const start = performance.now()
    if (!(await step())) return
    await setTimeout(performance.now() - start)
  }
}

/**
 * Loads something once, when it is first needed, in a turn of the event loop of its own: compiling the modules of a
 * large library takes most of the longest allowed pause (X1).
 */
export function onFirstUse<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  let loaded: Promise<Loaded> | undefined
  const loadAlone = async () => {
    await nextTurn()
    const result = await load()
    await nextTurn()
    return result
  }
  return () => {
    loaded ??= loadAlone()
    return loaded
  }
}
