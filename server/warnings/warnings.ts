import { WARNINGS, type Warning } from '#contract/warnings.ts'
import { normalise } from '../lib/search-text.ts'
import { nextTurn, onFirstUse } from '../lib/turns.ts'
import common from './rules/common.json' with { type: 'json' }
import documents from './rules/documents.json' with { type: 'json' }
import messenger from './rules/messenger.json' with { type: 'json' }
import money from './rules/money.json' with { type: 'json' }
import project from './rules/project.json' with { type: 'json' }
import repository from './rules/repository.json' with { type: 'json' }
import wallet from './rules/wallet.json' with { type: 'json' }

/**
 * A request in one sentence: a match of every group, near each other. Not with one of `before` before or
 * between them, or one of `unless` anywhere. `bySize` is `all`, the shortest first.
 */
type Rule = { all: RegExp[]; bySize: RegExp[]; near: number; back: number; before: RegExp; unless: RegExp }

/** Longer than any stored text; the rest is ignored, which bounds the cost. */
const MAX_LENGTH = 8000

/** More sentences than any text of this length has; shorter ones are joined, which bounds the cost. */
const MAX_SENTENCES = 100

/** Characters between the groups of a rule. */
const NEAR = 90

/** Characters before the first group in which an exception counts. */
const LEAD = 50

/** Matches of one group in one sentence. */
const MAX_MATCHES = 12

type KindRules = Record<string, Rule[]>
type RuleData = { all: string[]; near?: number; back?: number; before?: string[]; unless?: string[] }
type Words = Record<string, string[]>

const KINDS: Record<Warning, { words: Words; rules: RuleData[] }> = {
  documents,
  messenger,
  money,
  repository,
  wallet,
}
/** Compiled with the first text: it would be a fortieth of the start. */
const rules = () =>
  (compiled ??= {
    anyText: rulesOf(WARNINGS.map((kind) => [kind, KINDS[kind].rules, KINDS[kind].words])),
    project: rulesOf(Object.entries(project.rules).map(([kind, rules]) => [kind, rules, project.words])),
    isToReader: compile(project.reader, common.words, 'u'),
  })
let compiled: { anyText: KindRules; project: KindRules; isToReader: RegExp } | undefined

/**
 * Compiles one rule in a turn of the event loop. Without it the first text would compile all of them at once, which takes
 * longer than the longest allowed pause (X1).
 */
export const prepareRules = onFirstUse(async () => {
  const { anyText, project } = rules()
  for (const { bySize } of [anyText, project].flatMap((kinds) => Object.values(kinds).flat())) {
    await nextTurn()
    // The first search compiles an expression.
    if (bySize[0]) ' < a text '.search(bySize[0])
  }
})

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
 * Most texts lack one group of each rule: a search of `whole`, all sentences together, costs less than one of each
 * sentence, and of the shortest group least. It misses nothing, since no lookaround of the rules matches beyond a
 * sentence.
 */
const findWarning = (sentences: readonly string[], rulesOfKind: KindRules, whole: string) =>
  WARNINGS.find((kind) =>
    rulesOfKind[kind]?.some(
      (rule) => hasAll(whole, rule) && sentences.some((one) => hasAll(one, rule) && isWarned(one, rule)),
    ),
  ) ?? null

const hasAll = (text: string, { bySize }: Rule): boolean => bySize.every((group) => text.search(group) >= 0)

const joined = (sentences: readonly string[]): string =>
  sentences.filter((sentence) => !sentence.includes(NEXT)).join(NEXT)

function isWarned(sentence: string, { all, near, back, before, unless }: Rule): boolean {
  const [first = [], ...others] = all.map((group) => matchesOf(sentence, group))
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

/** The separator of two joined sentences: a request, and its object in the next one. */
const NEXT = '.'

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

/** Plain words between single spaces, from '<' on; of the punctuation only ',' and a final '?' remain. */
function sentencesOf(text: string): string[] {
  const parts = unmask(text.slice(0, MAX_LENGTH).replaceAll(/(\p{M}{2})\p{M}+/gu, '$1'))
    .replaceAll(/\b(mr|mrs|ms|dr|sr|sra|srta|dra|ing|lic)\./g, '$1')
    .split(/[.!;\n]+(?=\s|$)|(?<=\?)\s/u)
  return atMost(MAX_SENTENCES, parts)
    .map(
      (sentence) =>
        ` < ${sentence
          .replaceAll(/['’`´]|(?<=\d)[.,](?=\d)/g, '')
          .replaceAll(/[,:()[\]{}"“”«»–—|•*>\n]|\s-\s/gu, ' , ')
          .replaceAll('?', ' ? ')
          .replaceAll('&', ' and ')
          .replaceAll(/([€$£])/gu, ' $1 ')
          .replaceAll(/[^\p{L}\p{N}@,?€$£]+/gu, ' ')
          .trim()} `,
    )
    .filter((sentence) => sentence.length > 5)
    .flatMap((sentence, index, all) => [
      sentence,
      ...(all[index + 1] ? [sentence + NEXT + all[index + 1]] : []),
    ])
}

function atMost(max: number, sentences: string[]): string[] {
  const together = Math.ceil(sentences.length / max)
  if (together <= 1) return sentences
  return Array.from({ length: max }, (_, place) =>
    sentences.slice(place * together, (place + 1) * together).join(', '),
  )
}

/** Lower case and Latin letters, links to messengers and telephone numbers as words, 's p a c e d' words joined. */
function unmask(text: string): string {
  return text
    .split('\n')
    .map(normalise)
    .join('.\n')
    .slice(0, MAX_LENGTH)
    .replaceAll(/[\u0370-\u03ff\u0400-\u0578\u0250-\u02af]/gu, (letter) => LOOK_ALIKES.get(letter) ?? letter)
    .replaceAll(/(?<![\p{L}\p{N}])(?:\p{L}[ ._*/|·-]{1,2}){3,30}\p{L}(?![\p{L}\p{N}])/gu, (word) =>
      word.replaceAll(/[ ._*/|·-]/g, ''),
    )
    .replaceAll(/(?<=\p{L})[013457$€](?=[013457$€]?\p{L})/gu, (digit) => LETTERS[digit] ?? digit)
    .replaceAll(/(?<=\p{L}{2})[*_·.-](?=\p{L}{2,12}(?:\s|,|$))/gu, ' ')
    .replaceAll(/(\p{L})\1{2,}/gu, '$1')
    .replaceAll(/\b(?:t|telegram)\.me\/|\btg:\/\//g, ' telegramlink ')
    .replaceAll(/\bwa\.me\/|\b(?:api|chat)\.whatsapp\.com\/?|\bwhatsapp:\/\//g, ' whatsapplink ')
    .replaceAll(DATE, ' date ')
    .replaceAll(/\+?\d[\d ()./-]{7,24}\d/g, (digits) => (RANGE.test(digits) ? digits : ' telephonenumber '))
}

const DATE = /(?<![\d./-])(?:\d{1,2}[/.]\d{1,2}[/.]\d{4}|(?:19|20)\d\d-\d\d-\d\d)(?![\d/.-]*\d)/g

/** Of salaries. */
const RANGE = /^\d{1,3}[. ]\d{3} ?[-/] ?\d{1,3}[. ]\d{3}$/

const LETTERS: Record<string, string> = { 0: 'o', 1: 'l', 3: 'e', 4: 'a', 5: 's', 7: 't', $: 's', '€': 'e' }

const LOOK_ALIKES = new Map(
  Object.entries({
    а: 'a',
    в: 'b',
    е: 'e',
    к: 'k',
    м: 'm',
    н: 'h',
    о: 'o',
    р: 'p',
    с: 'c',
    т: 't',
    у: 'y',
    х: 'x',
  })
    .concat(
      Object.entries({ і: 'i', ѕ: 's', ј: 'j', ԁ: 'd', α: 'a', ε: 'e', ι: 'i', κ: 'k', ν: 'v', ο: 'o' }),
    )
    .concat(
      Object.entries({
        ρ: 'p',
        τ: 't',
        υ: 'u',
        χ: 'x',
        ѡ: 'w',
        п: 'n',
        г: 'r',
        һ: 'h',
        ԝ: 'w',
        ӏ: 'l',
        ѵ: 'v',
        ո: 'n',
        ɡ: 'g',
        ɑ: 'a',
      }),
    ),
)

function rulesOf(kinds: [kind: string, rules: RuleData[], words: Words][]): KindRules {
  return Object.fromEntries(
    kinds.map(([kind, rules, words]) => [
      kind,
      rules.map((rule) => ruleOf(rule, { ...common.words, ...words })),
    ]),
  )
}

function ruleOf({ all, near = NEAR, back = near, before = [], unless = [] }: RuleData, words: Words): Rule {
  const groups = all.map((group) => compile([group], words, 'gu'))
  return {
    all: groups,
    bySize: groups.toSorted((one, other) => one.source.length - other.source.length),
    near,
    back,
    before: compile([...common.before, ...before], words, 'gu'),
    unless: compile([...common.unless, ...unless], words, 'u'),
  }
}

/**
 * `{name}` is a list of the files, `_` an optional word, `*` behind a letter the rest of a word. A match begins with the
 * space before its first word: a search that looks behind for it takes twice as long.
 */
function compile(patterns: readonly string[], words: Words, flags: string): RegExp {
  const expand = (pattern: string): string =>
    pattern
      .replaceAll(/(?<=[a-z])(?<!\\S)\*/g, '[^ ]*')
      .replaceAll(' _ ', '(?: [^ ]+)? ')
      .replaceAll(/\{(\w+)\}/g, (_, name: string) => {
        const list = words[name]
        if (!list) throw new Error(`No list of words is named ${name}`)
        return `(?:${list.map(expand).join('|')})`
      })
  return new RegExp(` (?:${patterns.map(expand).join('|')})(?= )`, flags)
}
