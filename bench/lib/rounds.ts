/** The quantity measured for the product and for the bare program in one round. */
export type Round = { ours: number; bare: number }

export type Ratio = { median: number; lower: number; upper: number; rounds: Round[] }

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 9)

/**
 * Alternates both measurements, so that other load on the machine affects both, and returns the median and the
 * quartiles of the per-round ratios. A warm-up round is not counted.
 */
export async function interleaved(
  measureOurs: () => Promise<number>,
  measureBare: () => Promise<number>,
  rounds = ROUNDS,
): Promise<Ratio> {
  await measureOurs()
  await measureBare()
  const measured: Round[] = []
  for (let round = 0; round < rounds; round += 1) {
    // The order alternates, so that neither always comes second.
    const first = round % 2 === 0 ? await measureOurs() : await measureBare()
    const second = round % 2 === 0 ? await measureBare() : await measureOurs()
    measured.push(round % 2 === 0 ? { ours: first, bare: second } : { ours: second, bare: first })
  }
  const ratios = measured.map(({ ours, bare }) => ours / bare).sort((a, b) => a - b)
  return {
    median: quantile(ratios, 0.5),
    lower: quantile(ratios, 0.25),
    upper: quantile(ratios, 0.75),
    rounds: measured,
  }
}

/** Of sorted values, with linear interpolation. */
export function quantile(sorted: readonly number[], share: number): number {
  const index = (sorted.length - 1) * share
  const low = sorted[Math.floor(index)] ?? Number.NaN
  const high = sorted[Math.ceil(index)] ?? low
  return low + (high - low) * (index - Math.floor(index))
}

export const median = (values: readonly number[]): number =>
  quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  )
