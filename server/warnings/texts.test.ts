import { describe, expect, test } from 'vitest'
import { WARNINGS } from '#contract/warnings.ts'
import en from './test-texts/en.json' with { type: 'json' }
import es from './test-texts/es.json' with { type: 'json' }
import projects from './test-texts/projects.json' with { type: 'json' }
import unseenEn from './unseen-texts/en.json' with { type: 'json' }
import unseenEs from './unseen-texts/es.json' with { type: 'json' }
import unseenProjects from './unseen-texts/projects.json' with { type: 'json' }
import { warningOf, warningOfProject } from './warnings.ts'

const TAGS = { tags: ['TRUST-03'] }
type Texts = typeof en
const scamsOf = (...languages: Texts[]) =>
  languages.flatMap((texts) => WARNINGS.flatMap((kind) => texts[kind]))
const harmlessOf = (...languages: Texts[]) => languages.flatMap((texts) => texts.harmless)
const scams = scamsOf(en, es)
const harmless = harmlessOf(en, es)

describe('of 100 scams and 400 harmless texts in both languages', () => {
  test('at least 95 scams are noted', TAGS, () => {
    const missed = scams.filter((text) => warningOf(text) === null)
    expect([scams.length, missed.length <= 5, missed]).toEqual([100, true, missed])
  })

  test('at most 4 harmless ones are noted', TAGS, () => {
    const wrong = harmless.filter((text) => warningOf(text) !== null)
    expect([harmless.length, wrong.length <= 4, wrong]).toEqual([400, true, wrong])
  })
})

/**
 * What the rules do with texts of somebody else that they were not written for. Nobody changes a rule because of one of
 * these: who does so moves it to `test-texts/`, and says in decision 77 that the rates are of fewer.
 */
test('of 50 other scams and 200 other harmless texts 48 and 3 are noted, as measured', TAGS, () => {
  const isNoted = (text: string) => warningOf(text) !== null
  const [caught, wrong] = [scamsOf(unseenEn, unseenEs), harmlessOf(unseenEn, unseenEs)]
  expect([caught.length, wrong.length]).toEqual([50, 200])
  expect(caught.filter(isNoted).length).toBeGreaterThanOrEqual(48)
  expect(wrong.filter(isNoted).length).toBeLessThanOrEqual(3)
})

test.each([
  ['of 64 scams and 120 harmless ones at least 61 and none are noted', projects, [64, 120], 61],
  ['of 20 and 39 unseen ones 12 and none are noted, as measured', unseenProjects, [20, 39], 12],
])(
  'in projects, which ask their users to install, to connect and to pay: %s',
  TAGS,
  (_, texts, sizes, least) => {
    const [caught, wrong] = [texts.scams, texts.harmless].map((list) =>
      list.filter((text) => warningOfProject(text) !== null),
    )
    expect([texts.scams.length, texts.harmless.length]).toEqual(sizes)
    expect(caught?.length).toBeGreaterThanOrEqual(least)
    expect(wrong).toEqual([])
  },
)

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
])('%s cost little to look at (X1, TRUST-03)', TAGS, (_what, text) => {
  const cpuMs = () => {
    const started = process.threadCpuUsage()
    for (const find of [warningOf, warningOfProject]) find(text)
    const { user, system } = process.threadCpuUsage(started)
    return (user + system) / 1000
  }
  expect(Math.min(cpuMs(), cpuMs(), cpuMs())).toBeLessThanOrEqual(MAX_CPU_MS)
})
