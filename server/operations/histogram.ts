import type { Histogram, Registry } from '@prometheus-io/client'

type Settings = {
  name: string
  help: string
  labelNames: readonly string[]
  /** The upper bounds, growing. */
  buckets: readonly number[]
  registry: Registry
}
/** How often a value was within each bucket, and at last beyond all of them. */
type Series = { labels: Record<string, string>; counts: number[]; sum: number }

export type Labelled = { observe: (value: number) => void }

/**
 * A histogram whose labels are looked up once. The library's looks them up with every value, which takes as long as
 * finding a kept answer.
 */
export function createHistogram({ name, help, labelNames, buckets, registry }: Settings) {
  const all = new Map<string, Series>()

  function find(values: readonly string[]): Series {
    const key = JSON.stringify(values)
    const known = all.get(key)
    if (known) return known
    const labels = Object.fromEntries(labelNames.map((label, place) => [label, values[place] ?? '']))
    const made = { labels, counts: Array<number>(buckets.length + 1).fill(0), sum: 0 }
    all.set(key, made)
    return made
  }

  function told({ labels, counts, sum }: Series) {
    let count = 0
    const within = counts.map((some, place) => {
      count += some
      const le = buckets[place] ?? '+Inf'
      return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: count }
    })
    return [
      ...within,
      { metricName: `${name}_sum`, labels, value: sum },
      { metricName: `${name}_count`, labels, value: count },
    ]
  }

  const about = { name, help, type: 'histogram', aggregator: 'sum' }
  // A registry asks no more of what it registers.
  const metric = {
    ...about,
    labelNames,
    get: async () => ({ ...about, values: [...all.values()].flatMap(told) }),
  }
  registry.registerMetric(metric as unknown as Histogram)

  return {
    /** To be kept by who observes often. */
    labels(...values: string[]): Labelled {
      const series = find(values)
      const { counts } = series
      return {
        observe(value) {
          let place = 0
          while (value > (buckets[place] ?? Number.POSITIVE_INFINITY)) place += 1
          counts[place] = (counts[place] ?? 0) + 1
          series.sum += value
        },
      }
    },
  }
}
