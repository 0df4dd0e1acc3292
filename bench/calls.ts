import { homeCalls } from './calls/home.ts'
import { offerCalls } from './calls/offers.ts'
import { projectCalls } from './calls/projects.ts'
import { searches, WORDS } from './calls/search.ts'
import { type Compared, type Comparison, compareWithBare } from './lib/compare-with-bare.ts'
import { type Sizes, sizesOf } from './lib/fill-rows.ts'
import type { Row } from './lib/table.ts'

/** Calls without a goal of their own: half the throughput of a bare program. */
const GOAL = 0.5
const SEARCH_P99_RATIO = 3

const compared = (number: number, callsOf: (sizes: Sizes) => Comparison[], offers: number) => async () => {
  const comparisons = callsOf(sizesOf(offers))
  const measured = await compareWithBare(offers, comparisons)
  return measured.map((one, index): Row => row(number, comparisons[index]?.what ?? '', offers, one))
}

const row = (number: number, what: string, offers: number, { ratio, ours, bare }: Compared): Row => ({
  number,
  what: `${what}, ${offers.toLocaleString('en')} offers; p50 ${ours.p50Ms.toFixed(1)} ms, bare ${bare.p50Ms.toFixed(1)}`,
  goal: `≥ ${GOAL}`,
  ratio,
  isMet: ratio.lower >= GOAL * 0.9,
})

const searched = (offers: number) => async () => {
  const kinds = ['offers', 'projects', 'users'] as const
  const comparisons = kinds.flatMap((kind) =>
    Object.entries(WORDS).map(([what, words]) => ({ ...searches(kind, words, what), rounds: 3 })),
  )
  const measured = await compareWithBare(offers, comparisons)
  return measured.map(({ ours, bare }, index): Row => {
    const what = comparisons[index]?.what ?? ''
    const isShort = /: [12] letter/.test(what)
    return {
      number: 8,
      what: `${what}, ${offers.toLocaleString('en')} offers`,
      goal: isShort ? 'none' : `p99 ≤ ${SEARCH_P99_RATIO} × bare`,
      measured: `p50 ${ours.p50Ms.toFixed(1)}, p99 ${ours.p99Ms.toFixed(1)} ms (bare ${bare.p50Ms.toFixed(1)}, ${bare.p99Ms.toFixed(1)})`,
      isMet: isShort || ours.p99Ms <= (SEARCH_P99_RATIO * bare.p99Ms) / 0.9,
    }
  })
}

const SMALL = 1000
const MIDDLE = 100_000
const LARGE = 1_000_000

/** Benches of calls by group and number of offers. */
export const callBenches: Record<string, () => Promise<Row[]>> = {
  'project-calls-1000': compared(3, projectCalls, SMALL),
  'project-calls-100000': compared(3, projectCalls, MIDDLE),
  'offer-calls-1000': compared(4, offerCalls, SMALL),
  'offer-calls-100000': compared(4, offerCalls, MIDDLE),
  'home-1000': compared(5, homeCalls, SMALL),
  'home-100000': compared(5, homeCalls, MIDDLE),
  'search-1000': searched(SMALL),
  'search-100000': searched(MIDDLE),
  'search-1000000': searched(LARGE),
}
