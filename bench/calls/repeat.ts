import type { Comparison } from '../lib/beside-bare.ts'

/** A read that is asked over and over in the same words. */
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

/** One at a time means slow ones, of which fewer are enough. */
const repeat = <T>(one: T, connections = 16): T[] =>
  Array.from({ length: connections > 2 ? 400 : 60 }, () => one)
