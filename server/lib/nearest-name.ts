/** Share of the letters that may differ: `SMPT_URL` is near `SMTP_URL`, and `PGHOST` is not near `HOST`. */
const MAX_TYPOS = 0.25

/** The name that was probably meant; undefined if none is near. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const [nearest] = known
    .map((one) => ({ one, share: distance(name, one) / Math.max(name.length, one.length) }))
    .filter(({ share }) => share <= MAX_TYPOS)
    .sort((a, b) => a.share - b.share)
  return nearest?.one
}

/** Levenshtein distance. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [i, letter] of [...from].entries()) {
    const next = [i + 1]
    for (const [j, other] of [...to].entries()) {
      const replaced = (row[j] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
