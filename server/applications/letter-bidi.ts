/** Even levels run from the left, odd ones from the right (UAX 9). */
export type Level = 0 | 1 | 2

type Kind = 'left' | 'right' | 'number' | 'neutral'

/**
 * The level of each character of a paragraph by the Unicode bidirectional algorithm, as far as plain text without
 * explicit marks needs it. `base` is that of the paragraph.
 */
export function levelsOf(characters: string[], base: 0 | 1): Level[] {
  const own: Kind = base === 0 ? 'left' : 'right'
  const kinds = kindsOf(characters, own)
  settleBrackets(characters, kinds, own)
  return settleNeutrals(kinds, own).map((kind) => (kind === own ? base : kind === 'right' ? 1 : 2))
}

/** The direction of the first letter; undefined for digits and signs. */
export function directionOf(text: string): 0 | 1 | undefined {
  const first = /\p{L}/u.exec(text)?.[0]
  return first === undefined ? undefined : isRtlLetter(first) ? 1 : 0
}

export const isRtlLetter = (character: string) => HEBREW.test(character) || ARABIC.test(character)

/** The items of a line from left to right: what runs the other way is turned around, the innermost first. */
export function inVisualOrder<Item extends { level: Level }>(line: Item[]): Item[] {
  let ordered = line
  for (const level of [2, 1]) {
    const turned: Item[] = []
    let run: Item[] = []
    for (const item of ordered) {
      if (item.level >= level) run.unshift(item)
      else {
        turned.push(...run, item)
        run = []
      }
    }
    ordered = [...turned, ...run]
  }
  return ordered
}

const HEBREW = /(?=\p{L})[\u0590-\u05ff\ufb1d-\ufb4f]/u
const ARABIC = /(?=\p{L})[\u0600-\u08ff\ufb50-\ufdff\ufe70-\ufefc]/u

/** W1 to W7: after Latin letters digits count as such; signs inside and beside numbers belong to them. */
function kindsOf(characters: string[], own: Kind): Kind[] {
  const kinds: Kind[] = []
  let strong: Kind = own
  let isArabic = false
  for (const [index, character] of characters.entries()) {
    const before = kinds.at(-1) ?? 'neutral'
    if (/\p{M}/u.test(character)) kinds.push(before)
    else if (/\p{L}/u.test(character)) {
      strong = isRtlLetter(character) ? 'right' : 'left'
      isArabic = ARABIC.test(character)
      kinds.push(strong)
    } else if (/\p{Nd}/u.test(character)) kinds.push(strong === 'left' ? 'left' : 'number')
    else if (before === 'number' && belongs(character, characters[index + 1] ?? '', isArabic))
      kinds.push('number')
    else kinds.push('neutral')
  }
  return kinds
}

function belongs(sign: string, next: string, isArabic: boolean): boolean {
  const isBetween = /\p{Nd}/u.test(next)
  return (isBetween && /[.,:/]/.test(sign)) || (!isArabic && (isBetween ? /[+-]/ : /[%€$£°]/).test(sign))
}

/** More than so many brackets in one another do not count, as UAX 9 has it. */
const DEEPEST = 63
const BRACKETS: Record<string, string> = { '(': ')', '[': ']', '{': '}' }

/** N0: both of a pair stand as what they hold, or as what goes before them. */
function settleBrackets(characters: string[], kinds: Kind[], own: Kind) {
  for (const [open, close] of pairsOf(characters, kinds)) {
    const held = kinds.slice(open + 1, close).map(asStrong)
    const other: Kind = own === 'left' ? 'right' : 'left'
    if (!held.includes(own) && !held.includes(other)) continue
    let before = open - 1
    while (kinds[before] === 'neutral') before -= 1
    kinds[open] = kinds[close] = !held.includes(own) && asStrong(kinds[before] ?? own) === other ? other : own
  }
}

function pairsOf(characters: string[], kinds: Kind[]): [number, number][] {
  const pairs: [number, number][] = []
  const opened: number[] = []
  for (const [index, character] of characters.entries()) {
    if (kinds[index] !== 'neutral') continue
    if (character in BRACKETS && opened.length < DEEPEST) opened.push(index)
    const at = opened.findLastIndex((open) => BRACKETS[characters[open] ?? ''] === character)
    if (at === -1) continue
    pairs.push([opened[at] ?? 0, index])
    opened.length = at
  }
  return pairs.sort(([one], [another]) => one - another)
}

/** N1 and N2: signs and spaces between two of one direction take it, others that of the paragraph. */
function settleNeutrals(kinds: Kind[], own: Kind): Kind[] {
  const next = (following: Kind, kind: Kind) => (kind === 'neutral' ? following : asStrong(kind))
  let after = own
  const afters = kinds
    .toReversed()
    .map((kind) => (after = next(after, kind)))
    .reverse()
  let before = own
  return kinds.map((kind, index) => {
    before = next(before, kind)
    if (kind !== 'neutral') return kind
    return before === afters[index] ? before : own
  })
}

const asStrong = (kind: Kind): Kind => (kind === 'number' ? 'right' : kind)
