import type { Comparison } from '../lib/compare-with-bare.ts'

/** The same read, repeated. */
export const read = (
  what: string,
  path: string,
  statements: string[],
  values: Record<string, string | number> = {},
  rest: Partial<Comparison> = {},
  as?: { id: string; role: 'developer' | 'recruiter' },
): Comparison => ({
  what,
  calls: (signIn) => repeat({ path, ...(as && { token: signIn(as.id, as.role) }) }, rest.connections),
  statements,
  values: () => repeat(values, rest.connections),
  ...rest,
})

/** Fewer repetitions of the slow calls, which have few connections. */
const repeat = <T>(one: T, connections = 16): T[] =>
  Array.from({ length: connections > 2 ? 400 : 60 }, () => one)
