import { WARNINGS, type Warning } from '#contract/warnings.ts'
import { nextTurn, onFirstUse } from '../lib/turns.ts'
import { createWordFinder, neededWordsOf, type WordFinder } from './needed-words.ts'
import common from './rules/common.json' with { type: 'json' }
import documents from './rules/documents.json' with { type: 'json' }
import messenger from './rules/messenger.json' with { type: 'json' }
import money from './rules/money.json' with { type: 'json' }
import project from './rules/project.json' with { type: 'json' }
import repository from './rules/repository.json' with { type: 'json' }
import wallet from './rules/wallet.json' with { type: 'json' }

/**
 * A request in one sentence: a match of every group, near each other. Not with one of `before` before or
 * between them, or one of `unless` anywhere. `bySize` is `all`, the shortest first; `sets` are the numbers of their needed words.
 */
export type Rule = {
  all: RegExp[]
  bySize: RegExp[]
  sets: number[]
  near: number
  back: number
  before: RegExp
  unless: RegExp
}

export type RuleSet = ReturnType<typeof createRuleSet>

type RuleData = { all: string[]; near?: number; back?: number; before?: string[]; unless?: string[] }
type Words = Record<string, string[]>

/** Characters between the groups of a rule. */
const NEAR = 90

const KINDS: Record<Warning, { words: Words; rules: RuleData[] }> = {
  documents,
  messenger,
  money,
  repository,
  wallet,
}

/** Created with the first text: compiled, they would be a fortieth of the start. */
export const rules = () =>
  (created ??= {
    anyText: createRuleSet(WARNINGS.map((kind) => [kind, KINDS[kind].rules, KINDS[kind].words])),
    project: createRuleSet(
      Object.entries(project.rules).map(([kind, rules]) => [kind, rules, project.words]),
    ),
    isToReader: compile(project.reader, common.words, 'u'),
  })
let created: { anyText: RuleSet; project: RuleSet; isToReader: RegExp } | undefined

/**
 * Compiles one rule in a turn of the event loop. Without it the first text would compile all of them at once, which takes
 * longer than the longest allowed pause (X1).
 */
export const prepareRules = onFirstUse(async () => {
  const { anyText, project } = rules()
  for (const { compileNext } of [anyText, project]) while (compileNext()) await nextTurn()
})

function createRuleSet(kinds: [kind: string, rules: RuleData[], words: Words][]) {
  const waiting = kinds.flatMap(([kind, rules, words]) =>
    rules.map((data) => ({ kind, data, words: { ...common.words, ...words } })),
  )
  const byKind = new Map<string, Rule[]>(kinds.map(([kind]) => [kind, []]))
  const finder = createWordFinder()

  function compileNext(): boolean {
    const next = waiting.shift()
    if (!next) return false
    byKind.get(next.kind)?.push(ruleOf(next.data, next.words, finder))
    return true
  }

  return {
    /** Compiles one of the remaining rules, if any. */
    compileNext,

    /** By kind, the rules of which a text has the needed words: no others can match. */
    rulesFor(text: string): (kind: Warning) => Rule[] {
      while (compileNext());
      const found = finder.find(text)
      return (kind) => byKind.get(kind)?.filter(({ sets }) => sets.every((set) => found.has(set))) ?? []
    },
  }
}

function ruleOf(
  { all, near = NEAR, back = near, before = [], unless = [] }: RuleData,
  words: Words,
  finder: WordFinder,
): Rule {
  const groups = all.map((group) => compile([group], words, 'gu'))
  const bySize = groups.toSorted((one, other) => one.source.length - other.source.length)
  // The first search compiles an expression.
  if (bySize[0]) ' < a text '.search(bySize[0])
  return {
    all: groups,
    bySize,
    sets: groups.map(({ source }) => finder.add(neededWordsOf(source))),
    near,
    back,
    before: compile([...common.before, ...before], words, 'gu'),
    unless: compile([...common.unless, ...unless], words, 'u'),
  }
}

/**
 * `{name}` is a list of the files, `_` an optional word, `*` behind a letter the rest of a word. A match begins with the
 * space before its first word: a search that looks behind for it takes twice as long. No group captures: each match would
 * allocate room for hundreds.
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
  const alternatives = patterns
    .map(expand)
    .join('|')
    .replaceAll(/(?<!\\)\((?!\?)/g, '(?:')
  return new RegExp(` (?:${alternatives})(?= )`, flags)
}
