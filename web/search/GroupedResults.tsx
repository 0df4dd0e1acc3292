import ArrowRight from 'lucide-react/icons/arrow-right'
import { type MouseEvent, type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { m, type Text } from '#contract/texts.ts'
import { STATUS_LOOKS } from '../applications/statuses.ts'
import { useNow } from '../lib/clock.ts'
import { fullName } from '../lib/format.ts'
import { paths } from '../paths.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { cn } from '../ui/cn.ts'
import type { FoundGroup } from './everywhere.api.ts'
import { optionId } from './option-id.ts'
import { joined, type Result, ResultOption, resultsOf } from './results.tsx'
import { KIND_LABELS, writeSearch } from './search-params.ts'

const LABELS: Record<FoundGroup['kind'], Text> = {
  ...KIND_LABELS,
  'own-offers': m.search_group_own_offers,
  applicants: m.search_group_applicants,
}

type GroupedResultsProps = {
  id: string
  q: string
  groups: FoundGroup[]
  /** The index of the active option. */
  active: number
  onOpen: (event: MouseEvent) => void
}

/** The results of all kinds, one listbox with a group each. */
export function GroupedResults({ id, q, groups, active, onOpen }: GroupedResultsProps) {
  const now = useNow()
  let next = 0
  return (
    <div id={id} role="listbox" aria-label={m.search_results()} tabIndex={-1}>
      {groups.map((group) => {
        const results = optionsOf(group, now)
        if (results.length === 0) return null
        const first = next
        const rest = restOf(group, q, results.length)
        next += results.length + (rest?.to ? 1 : 0)
        return (
          <Group key={group.kind} label={LABELS[group.kind]()}>
            {results.map((result, index) => (
              <ResultOption
                key={result.key}
                id={optionId(id, first + index)}
                result={result}
                q={q}
                isActive={first + index === active}
                onOpen={onOpen}
                tabIndex={-1}
              />
            ))}
            {rest?.to && (
              <AllResults
                id={optionId(id, first + results.length)}
                to={rest.to}
                isActive={first + results.length === active}
                onOpen={onOpen}
              >
                {rest.label}
              </AllResults>
            )}
            {rest && !rest.to && (
              <p role="presentation" className="px-4 py-2 text-muted text-sm">
                {rest.label}
              </p>
            )}
          </Group>
        )
      })}
    </div>
  )
}

function Group({ label, children }: { label: string; children: ReactNode }) {
  const labelId = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a listbox has groups, not fieldsets
    <div role="group" aria-labelledby={labelId} className="border-line border-b pb-2 last:border-b-0">
      <p id={labelId} role="presentation" className="px-4 pt-4 pb-1 font-semibold text-muted text-sm">
        {label}
      </p>
      {children}
    </div>
  )
}

type AllResultsProps = {
  id: string
  to: string
  isActive: boolean
  onOpen: (event: MouseEvent) => void
  children: ReactNode
}

function AllResults({ id, to, isActive, onOpen, children }: AllResultsProps) {
  return (
    <Link
      id={id}
      role="option"
      aria-selected={isActive}
      to={to}
      onClick={onOpen}
      tabIndex={-1}
      className={cn(
        'flex min-h-11 items-center gap-2 px-4 font-medium text-primary text-sm no-underline hover:bg-hover [&_svg]:size-4',
        isActive && 'bg-hover outline-2 outline-focus -outline-offset-2',
      )}
    >
      {children}
      <ArrowRight aria-hidden="true" />
    </Link>
  )
}

/** The rest of a group: a link to all, or a hint. */
function restOf({ kind, page: { total } }: FoundGroup, q: string, count: number) {
  if (total <= count) return undefined
  if (kind === 'applicants') return { label: m.search_first_applicants({ count, total }) }
  const label = m.search_all_results({ total })
  if (kind === 'own-offers') return { label, to: `${paths.offersDashboard()}?${new URLSearchParams({ q })}` }
  return { label, to: `${paths.home()}?${writeSearch({ q, kind, sort: 'latest' })}` }
}

function optionsOf(group: FoundGroup, now: number): Result[] {
  if (group.kind === 'applicants') {
    return group.page.items.flatMap(({ user, applications: [newest] }) =>
      newest
        ? {
            key: user._id,
            to: `${paths.applicants(newest.offer._id)}?${new URLSearchParams({ application: newest._id })}`,
            picture: <Avatar src={user.avatar} name={user.name} surname={user.surname} size={10} />,
            title: fullName(user),
            details: joined(newest.offer.position, STATUS_LOOKS[newest.status].label()),
          }
        : [],
    )
  }
  if (group.kind === 'own-offers') {
    return group.page.items.map((offer) => ({
      key: offer._id,
      to: paths.offer(offer._id),
      picture: <Avatar name={offer.company || offer.position} size={10} />,
      title: offer.position,
      details: joined(m.offers_state({ state: offer.state }), offer.company, offer.location),
    }))
  }
  return resultsOf(group, now)
}
