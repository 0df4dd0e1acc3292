/** Runs what it is given in its order, at most `most` at once; the others wait, however long that takes. */
export function fewAtATime(most: number) {
  const waiting: (() => void)[] = []
  let running = 0

  return async <T>(act: () => Promise<T>): Promise<T> => {
    if (running < most) running += 1
    else await new Promise<void>((begin) => waiting.push(begin))
    try {
      return await act()
    } finally {
      // The place goes to the next one.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
