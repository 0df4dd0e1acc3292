import { WARNINGS, type Warning } from '#contract/warnings.ts'
import { type Rule, type RuleSet, rules } from './rules.ts'
import { NEXT, sentencesOf } from './sentences.ts'

/** Characters before the first group in which an exception counts. */
const LEAD = 50

/** Matches of one group in one sentence. */
const MAX_MATCHES = 12

/** The sign of a scam in a text, if any (decision 77). */
export function warningOf(...texts: string[]): Warning | null {
  const sentences = texts.flatMap(sentencesOf)
  return findWarning(sentences, rules().anyText, joined(sentences))
}

/**
 * The same for a project, which tells the users of a program to install it, to connect a wallet or to pay: no sign
 * unless its reader is offered something for it, or is to hand it to the author. Phrases of no honest project have separate rules.
 */
export function warningOfProject(...texts: string[]): Warning | null {
  const { anyText, project, isToReader } = rules()
  const sentences = texts.flatMap(sentencesOf)
  const toReader = sentences.filter((_, place, all) =>
    all.slice(Math.max(0, place - 1), place + 2).some((one) => isToReader.test(one)),
  )
  return (
    findWarning(toReader, anyText, toReader.join(NEXT)) ?? findWarning(sentences, project, joined(sentences))
  )
}

/**
 * Most texts lack the words of one group of each rule. The rest is searched in `whole`, all sentences together, first, which
 * costs less than in each sentence, and for the shortest group least. It misses nothing, since no lookaround of the rules
 * matches beyond a sentence.
 */
function findWarning(sentences: readonly string[], { rulesFor }: RuleSet, whole: string): Warning | null {
  const rulesOf = rulesFor(whole)
  const isFound = (rule: Rule) =>
    rule.bySize.every((group) => whole.search(group) >= 0) &&
    sentences.some((sentence) => isWarned(sentence, rule))
  return WARNINGS.find((kind) => rulesOf(kind).some(isFound)) ?? null
}

const joined = (sentences: readonly string[]): string =>
  sentences.filter((sentence) => !sentence.includes(NEXT)).join(NEXT)

function isWarned(sentence: string, { all, bySize, near, back, before, unless }: Rule): boolean {
  const matches = new Map<RegExp, Span[]>()
  for (const group of bySize) {
    const spans = matchesOf(sentence, group)
    if (spans.length === 0) return false
    matches.set(group, spans)
  }
  const [first = [], ...others] = all.map((group) => matches.get(group) ?? [])
  const found = first.flatMap(([from, to]): Span[] => {
    const spans = others.map((group, place) =>
      group.find(
        ([start, end]) =>
          (place > 0 || start !== from || end > to) && start - to <= near && from - end <= back,
      ),
    )
    if (!spans.every((span) => span !== undefined)) return []
    const all = [[from, to] as const, ...spans]
    return [[Math.min(...all.map(([start]) => start)), Math.max(...all.map(([, end]) => end))]]
  })
  if (found.length === 0 || unless.test(sentence)) return false
  const exceptions = matchesOf(sentence, before)
  // Matches across two sentences have to be unambiguous.
  if (sentence.includes(NEXT)) return exceptions.length === 0
  return found.some(
    ([from, to]) =>
      !exceptions.some(
        ([start, end]) =>
          start < to && end > from - LEAD && !BREAK.test(sentence.slice(end, end < from ? from : to)),
      ),
  )
}

/** The boundaries of an exception before it. */
const BREAK = / (?:,|so|but|pero|asi que|por eso|then|therefore|entonces) /

type Span = readonly [from: number, to: number]

function matchesOf(sentence: string, group: RegExp): Span[] {
  const found: Span[] = []
  group.lastIndex = 0
  // `matchAll` would copy the large expression.
  for (let match = group.exec(sentence); match; match = group.exec(sentence)) {
    found.push([match.index + 1, group.lastIndex])
    if (found.length === MAX_MATCHES) break
  }
  return found
}
