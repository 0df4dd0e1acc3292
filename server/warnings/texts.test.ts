import { describe, expect, test } from 'vitest'
import { WARNINGS } from '#contract/warnings.ts'
import { cpuMsOf } from '../test/loop-pauses.ts'
import formerEn from './former-texts/en.json' with { type: 'json' }
import formerEs from './former-texts/es.json' with { type: 'json' }
import formerProjects from './former-texts/projects.json' with { type: 'json' }
import en from './test-texts/en.json' with { type: 'json' }
import es from './test-texts/es.json' with { type: 'json' }
import more from './test-texts/more.json' with { type: 'json' }
import moreProjects from './test-texts/more-projects.json' with { type: 'json' }
import projects from './test-texts/projects.json' with { type: 'json' }
import spokenOf from './test-texts/spoken-of.json' with { type: 'json' }
import unseenEn from './unseen-texts/en.json' with { type: 'json' }
import unseenEs from './unseen-texts/es.json' with { type: 'json' }
import unseenProjects from './unseen-texts/projects.json' with { type: 'json' }
import unseenSecond from './unseen-texts/second.json' with { type: 'json' }
import { warningOf, warningOfProject } from './warnings.ts'

const TAGS = { tags: ['TRUST-03'] }
type Texts = typeof en
const scamsOf = (...languages: Texts[]) =>
  languages.flatMap((texts) => WARNINGS.flatMap((kind) => texts[kind]))
const harmlessOf = (...languages: Texts[]) => languages.flatMap((texts) => texts.harmless)
const scams = scamsOf(en, es)
const harmless = harmlessOf(en, es)

describe('of 100 scams and 400 harmless texts in both languages', () => {
  test('at least 95 scams are flagged', TAGS, () => {
    const missed = scams.filter((text) => warningOf(text) === null)
    expect([scams.length, missed.length <= 5, missed]).toEqual([100, true, missed])
  })

  test('at most 4 harmless ones are flagged', TAGS, () => {
    const wrong = harmless.filter((text) => warningOf(text) !== null)
    expect([harmless.length, wrong.length <= 4, wrong]).toEqual([400, true, wrong])
  })
})

/** The tuning set: other texts, and formerly unseen ones (decision 77). */
const former = { scams: scamsOf(formerEn, formerEs), harmless: harmlessOf(formerEn, formerEs) }

/**
 * The rates of the rules on a held-out test set, as measured. Do not change a rule because of one of these:
 * otherwise move the text to `test-texts/`, and note in decision 77 that the rates are of fewer.
 */
const unseen = {
  scams: [...unseenEn.scams, ...unseenEs.scams],
  harmless: [...unseenEn.harmless, ...unseenEs.harmless],
}

test.each([
  ['of 50 scams and 200 harmless ones that were unseen before, all and none', former, [50, 200], 50, 0],
  ['of 20 scams and 161 harmless near misses, 16 and 2', more, [20, 161], 16, 2],
  [
    'of 48 scams and 377 texts that only speak of wallets, papers and payments, 44 and 2',
    spokenOf,
    [48, 377],
    44,
    2,
  ],
  ['of 30 unseen scams and 140 unseen harmless ones, 28 and 10, as measured', unseen, [30, 140], 28, 10],
  ['of 60 and 200 others that are unseen, 56 and 11, as measured', unseenSecond, [60, 200], 56, 11],
])('of messages and offers are flagged: %s', TAGS, (_, texts, sizes, least, most) => {
  expectRates(texts, sizes, warningOf, least, most)
})

test.each([
  ['of 64 scams and 120 harmless ones, 62 and none', projects, [64, 120], 62, 0],
  ['of 20 and 39 that were unseen before, all and none', formerProjects, [20, 39], 20, 0],
  ['of 36 and 27 others, all and none', moreProjects, [36, 27], 36, 0],
  ['of 30 and 60 unseen ones, 27 and 1, as measured', unseenProjects, [30, 60], 27, 1],
])(
  'of projects, which ask their users to install, to connect and to pay, are flagged: %s',
  TAGS,
  (_, texts, sizes, least, most) => {
    expectRates(texts, sizes, warningOfProject, least, most)
  },
)

function expectRates(
  texts: { scams: string[]; harmless: string[] },
  sizes: number[],
  find: (text: string) => string | null,
  least: number,
  most: number,
) {
  expect([texts.scams.length, texts.harmless.length]).toEqual(sizes)
  const [caught = 0, wrong = 0] = [texts.scams, texts.harmless].map(
    (list) => list.filter((text) => find(text) !== null).length,
  )
  expect(caught).toBeGreaterThanOrEqual(least)
  expect(wrong).toBeLessThanOrEqual(most)
}

/** X1. */
const MAX_CPU_MS = 50

test.each([
  ['combining marks', `a${'\u0f73\u0f75'.repeat(42_500)}`],
  ['commas', ','.repeat(250_000)],
  ['blanks', `a${' '.repeat(250_000)}b`],
  ['line ends', '\r\n'.repeat(62_500)],
  ['expanding letters', '\ufdfa'.repeat(80_000)],
  ['digits', '1'.repeat(250_000)],
  ['digits with dashes', '1-'.repeat(125_000)],
  ['spaced letters', 'a b '.repeat(62_500)],
  ['dots', `a@${'a.'.repeat(125_000)}`],
  ['questions', '? '.repeat(125_000)],
  ['requests without an object', 'please pay the '.repeat(16_000)],
  ['objects without a request', 'passport , wallet , telegram , '.repeat(8000)],
  ['both', 'send me your passport no '.repeat(10_000)],
  ['sentences of one word', 'also. '.repeat(40_000)],
  ['questions of one word', 'send?\n'.repeat(40_000)],
  ['short requests', 'you can send us a photo. '.repeat(10_000)],
])('%s are checked at little cost (X1, TRUST-03)', TAGS, (_what, text) => {
  for (const find of [warningOf, warningOfProject]) {
    expect(cpuMsOf(() => find(text))).toBeLessThanOrEqual(MAX_CPU_MS)
  }
})
