import { homeCalls } from './calls/home.ts'
import { offerCalls } from './calls/offers.ts'
import { projectCalls } from './calls/projects.ts'
import { searches, WORDS } from './calls/search.ts'
import { besideBare, type Compared, type Comparison } from './lib/beside-bare.ts'
import { type Sizes, sizesOf } from './lib/fill-rows.ts'
import type { Row } from './lib/table.ts'

/** No goal of PERFORMANCE names these calls; half of what a bare program does is what we ask of ourselves. */
const GOAL = 0.5
const SEARCH_P99_MS = 50

const compared = (issue: number, callsOf: (sizes: Sizes) => Comparison[], offers: number) => async () => {
  const comparisons = callsOf(sizesOf(offers))
  const measured = await besideBare(offers, comparisons)
  return measured.map((one, place): Row => row(issue, comparisons[place]?.what ?? '', offers, one))
}

const row = (number: number, what: string, offers: number, { ratio, ours, bare }: Compared): Row => ({
  number,
  what: `${what}, of ${offers.toLocaleString('en')}; p50 ${ours.p50Ms.toFixed(1)} ms, bare ${bare.p50Ms.toFixed(1)}`,
  goal: `≥ ${GOAL}`,
  ratio,
  isMet: ratio.lower >= GOAL * 0.9,
})

const searched = (offers: number) => async () => {
  const kinds = ['offers', 'projects', 'users'] as const
  const comparisons = kinds.flatMap((kind) =>
    Object.entries(WORDS).map(([what, words]) => ({ ...searches(kind, words, what), rounds: 3 })),
  )
  const measured = await besideBare(offers, comparisons)
  return measured.map(({ ours, bare }, place): Row => {
    const what = comparisons[place]?.what ?? ''
    const isShort = /: [12] letter/.test(what)
    return {
      number: 8,
      what: `${what}, of ${offers.toLocaleString('en')}`,
      goal: isShort ? 'told' : `p99 ≤ ${SEARCH_P99_MS} ms`,
      measured: `p50 ${ours.p50Ms.toFixed(1)}, p99 ${ours.p99Ms.toFixed(1)} ms (bare ${bare.p50Ms.toFixed(1)}, ${bare.p99Ms.toFixed(1)})`,
      isMet: isShort || ours.p99Ms <= SEARCH_P99_MS,
    }
  })
}

const SMALL = 1000
const MIDDLE = 100_000
const LARGE = 1_000_000

/** Calls of the product by group and size; `npm run bench -- --list` names them. */
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
