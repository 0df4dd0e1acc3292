/** Pseudo-random numbers, the same on every machine for the same seed. Never for secrets. */
export interface Random {
  /** From 0 (included) to 1 (excluded). */
  next(): number
  /** A whole number, both ends included. */
  int(min: number, max: number): number
  float(min: number, max: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
  /** Picks a key of the table with the probability of its weight. */
  weighted<K extends string>(weights: Readonly<Partial<Record<K, number>>>): K
  shuffle<T>(list: readonly T[]): T[]
  sample<T>(list: readonly T[], count: number): T[]
  /** A generator of its own, so that more draws in one part of the world do not move the others. */
  fork(name: string): Random
}

export function createRandom(seed: string | number): Random {
  const next = mulberry32(hash(String(seed)))

  const random: Random = {
    next,
    int: (min, max) => min + Math.floor(next() * (max - min + 1)),
    float: (min, max) => min + next() * (max - min),
    chance: (probability) => next() < probability,
    pick(list) {
      if (list.length === 0) throw new Error('Nothing to pick from')
      // The index is in range, and undefined is a legal member of a list.
      return list[Math.floor(next() * list.length)] as (typeof list)[number]
    },
    weighted<K extends string>(weights: Readonly<Partial<Record<K, number>>>) {
      const entries = Object.entries(weights) as [K, number][]
      let rest = next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [key, weight] of entries) {
        rest -= weight
        if (rest < 0) return key
      }
      throw new Error('Nothing to pick from')
    },
    shuffle<T>(list: readonly T[]) {
      const keyed = list.map((value) => ({ value, key: next() }))
      return keyed.sort((a, b) => a.key - b.key).map(({ value }) => value)
    },
    sample: (list, count) => random.shuffle(list).slice(0, count),
    fork: (name) => createRandom(`${seed}/${name}`),
  }
  return random
}

/** A UUID of version 7 with the given time, so that ids sort chronologically. */
export function uuidAt(at: Date | number, random: Random): string {
  const time = Math.floor(Number(at)).toString(16).padStart(12, '0')
  const digits = (count: number) =>
    Array.from({ length: count }, () => random.int(0, 15).toString(16)).join('')
  const variant = '89ab'[random.int(0, 3)]
  return `${time.slice(0, 8)}-${time.slice(8)}-7${digits(3)}-${variant}${digits(3)}-${digits(12)}`
}

function mulberry32(start: number) {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

function hash(text: string) {
  let value = 2166136261
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 16777619)
  return value >>> 0
}
