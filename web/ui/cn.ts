import { type ClassValue, clsx } from 'clsx'
import { classGroups, conflictingClassGroups } from './class-groups.ts'

/** Joins class names; where two set the same thing, the later one wins. */
export function cn(...classes: ClassValue[]): string {
  const given = clsx(classes)
  const known = merged.get(given)
  if (known !== undefined) return known
  const result = merge(given)
  if (merged.size >= MOST_KEPT) merged.clear()
  merged.set(given, result)
  return result
}

const MOST_KEPT = 500
const merged = new Map<string, string>()

function merge(given: string): string {
  const taken = new Set<string>()
  const kept: string[] = []
  for (const name of given.split(/\s+/).reverse()) {
    // `sm:hover:` and `[&_svg]:` stand before the last colon that is in no bracket.
    const [, when = '', plain = ''] = /^((?:(?:\[[^\]]*\]|[^:[])*:)*)!?-?(.*)$/.exec(name) ?? []
    const group = groupOf(plain)
    if (group === undefined) kept.push(name)
    else if (!taken.has(when + group)) {
      kept.push(name)
      for (const other of [group, ...(conflictingClassGroups[group] ?? [])]) taken.add(when + other)
    }
  }
  return kept.reverse().join(' ')
}

type Rule = { group: string; fits: (value: string) => boolean }

const whole = new Map<string, string>()
const byPrefix = new Map<string, Rule[]>()
for (const [group, names] of Object.entries(classGroups)) {
  for (const name of names) {
    if (typeof name === 'string') whole.set(name, group)
    else {
      for (const [prefix, values] of Object.entries(name)) {
        const fits = (value: string) =>
          values.some((each) => (typeof each === 'string' ? each === value : each(value)))
        byPrefix.set(prefix, [...(byPrefix.get(prefix) ?? []), { group, fits }])
      }
    }
  }
}

/** The longest prefix that takes the rest: `border-b-2` is a width of one side, `border-b-primary` a colour. */
function groupOf(name: string): string | undefined {
  if (whole.has(name)) return whole.get(name)
  const [plain = ''] = name.split('[')
  for (let end = plain.lastIndexOf('-'); end > 0; end = plain.lastIndexOf('-', end - 1)) {
    const rule = byPrefix.get(plain.slice(0, end))?.find(({ fits }) => fits(name.slice(end + 1)))
    if (rule) return rule.group
  }
  return undefined
}
