/** One measured quantity of both sides, round by round. */
export type Round = { ours: number; bare: number }

export type Ratio = { median: number; lower: number; upper: number; rounds: Round[] }

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 9)

/**
 * Measures both sides in turns, so that whatever else the machine does meets both, and gives the median of
 * the per-round ratios with its quartiles (PERFORMANCE goals). The first round only warms up.
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
    // The order alternates, so that neither side always comes second.
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

/** Of sorted values, between neighbours by their distance. */
export function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share
  const low = sorted[Math.floor(place)] ?? Number.NaN
  const high = sorted[Math.ceil(place)] ?? low
  return low + (high - low) * (place - Math.floor(place))
}
