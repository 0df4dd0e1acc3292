import { HOME_CONTRACT_FILTERS } from '#contract/offers.ts'
import { m, type Text } from '#contract/texts.ts'

export const SEARCH_KINDS = ['projects', 'developers', 'offers'] as const
export type SearchKind = (typeof SEARCH_KINDS)[number]

export const KIND_LABELS: Record<SearchKind, Text> = {
  projects: m.projects_plural,
  developers: m.search_kind_developers,
  offers: m.search_kind_offers,
}

export const SPANS = {
  today: m.search_span_today,
  week: m.search_span_week,
  month: m.search_span_month,
  year: m.search_span_year,
} as const
export type Span = keyof typeof SPANS

/** A search; stored in the URL, so that results can be shared. */
export type Search = {
  q: string
  kind: SearchKind
  sort: 'latest' | 'oldest'
  span?: Span | undefined
  contract?: string | undefined
}

export function readSearch(parameters: URLSearchParams): Search {
  const kind = SEARCH_KINDS.find((one) => one === parameters.get('in')) ?? 'projects'
  const span = (Object.keys(SPANS) as Span[]).find((one) => one === parameters.get('from'))
  const contract = HOME_CONTRACT_FILTERS.find((one) => one === parameters.get('contract'))
  return {
    q: (parameters.get('q') ?? '').trim(),
    kind,
    sort: parameters.get('sort') === 'oldest' ? 'oldest' : 'latest',
    ...(kind !== 'developers' && { span }),
    ...(kind === 'offers' && { contract }),
  }
}

/** Defaults are left out. */
export function writeSearch({ q, kind, sort, span, contract }: Search): URLSearchParams {
  const parameters = new URLSearchParams({ in: kind, q })
  if (sort !== 'latest') parameters.set('sort', sort)
  if (span) parameters.set('from', span)
  if (contract) parameters.set('contract', contract)
  return parameters
}

const DAY_MS = 24 * 60 * 60 * 1000
const DAYS = { week: 7, month: 30, year: 365 }

/** The start of a time span: the last local midnight, or a number of days before now (HOME-07, decision 39). */
export function startOf(span: Span, now: Date): string {
  const start = span === 'today' ? new Date(now).setHours(0, 0, 0, 0) : now.getTime() - DAYS[span] * DAY_MS
  return new Date(start).toISOString()
}
