import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
  useMutation,
} from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import type { Page as ListPage } from '#contract/endpoint.ts'
import { type FoundOffer, type FoundPerson, openReport } from '#contract/look-ups.ts'
import type { AccountState } from '#contract/moderation.ts'
import { m } from '#contract/texts.ts'
import { Page } from '../layout/Page.tsx'
import { request } from '../lib/api.ts'
import { isFailure } from '../lib/api-failure.ts'
import { formatDate, fullName } from '../lib/format.ts'
import { GrowingList } from '../lists/GrowingList.tsx'
import { paths, profilePath } from '../paths.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Tag } from '../ui/Tag.tsx'
import { foundOffersQuery, foundPeopleQuery } from './moderation.api.ts'
import { PasswordField, usePasswordConfirmation } from './password-confirmation.tsx'
import { SearchForm } from './SearchForm.tsx'

/** Accounts, optionally only hidden, suspended or banned ones (MOD-03). */
export function PeoplePage() {
  const [search, setSearch] = useSearchParams()
  const q = search.get('q') ?? ''
  const people = useInfiniteQuery(foundPeopleQuery(q))
  return (
    <Page title={m.moderation_people()} subtitle={m.moderation_people_text()}>
      <SearchForm
        label={m.moderation_people_search()}
        initial={q}
        onSearch={(next) => setSearch(next ? { q: next } : {})}
      />
      <Results
        query={people}
        empty={q ? m.moderation_people_none() : m.moderation_people_none_closed()}
        row={(person) => <PersonRow person={person} />}
      />
    </Page>
  )
}

export function OffersPage() {
  const [search, setSearch] = useSearchParams()
  const q = search.get('q') ?? ''
  const offers = useInfiniteQuery(foundOffersQuery(q))
  return (
    <Page title={m.moderation_offers()} subtitle={m.moderation_offers_text()}>
      <SearchForm
        label={m.moderation_offers_search()}
        initial={q}
        onSearch={(next) => setSearch(next ? { q: next } : {})}
      />
      <Results
        query={offers}
        empty={q ? m.moderation_offers_none() : m.moderation_offers_none_hidden()}
        row={(offer) => <OfferRow offer={offer} />}
      />
    </Page>
  )
}

type ResultsProps<Item> = {
  query: UseInfiniteQueryResult<InfiniteData<ListPage<Item>>, Error>
  empty: string
  row: (item: Item) => ReactNode
}

function Results<Item extends { _id: string }>({ query, empty, row }: ResultsProps<Item>) {
  return (
    <GrowingList
      query={query}
      loading={
        <div aria-busy="true" className="space-y-3">
          <Skeleton className="h-24" />
          <Skeleton className="h-24" />
        </div>
      }
      empty={<EmptyState title={empty} />}
      moreLabel={m.moderation_more()}
    >
      {(items) => (
        <ul className="overflow-hidden rounded-card border border-line bg-surface">
          {items.map((item) => (
            <li key={item._id} className="border-line p-4 not-first:border-t">
              {row(item)}
            </li>
          ))}
        </ul>
      )}
    </GrowingList>
  )
}

function PersonRow({ person }: { person: FoundPerson }) {
  const { _id, email, role, createdAt, reports, report, state } = person
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-medium [overflow-wrap:anywhere]">{fullName(person)}</span>
        <AccountTag state={state} />
      </p>
      <p className="mt-1 text-muted text-sm [overflow-wrap:anywhere]">
        {email} · {m.moderation_joined({ date: formatDate(createdAt) })} ·{' '}
        {m.moderation_reports_count({ count: reports })}
      </p>
      <Acts kind="user" id={_id} report={report}>
        {state === 'active' && (
          <Link to={profilePath({ id: _id, role: role.type })} className="text-link">
            {m.moderation_see_page()}
          </Link>
        )}
        {role.type === 'recruiter' && (
          <Link to={`${paths.adminOffers()}?q=${_id}`} className="text-link">
            {m.moderation_offers_of()}
          </Link>
        )}
      </Acts>
    </>
  )
}

function OfferRow({ offer }: { offer: FoundOffer }) {
  const { _id, position, company, owner, createdAt, state, hidden, reports, report } = offer
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-medium [overflow-wrap:anywhere]">{position}</span>
        <Tag>{m.offers_state({ state })}</Tag>
        {hidden && <Tag tone="red">{m.moderation_hidden_tag()}</Tag>}
      </p>
      <p className="mt-1 text-muted text-sm [overflow-wrap:anywhere]">
        {[company, owner.name, formatDate(createdAt)].filter(Boolean).join(' · ')} ·{' '}
        {m.moderation_reports_count({ count: reports })}
      </p>
      <Acts kind="offer" id={_id} report={report}>
        {!hidden && state === 'published' && (
          <Link to={paths.offer(_id)} className="text-link">
            {m.moderation_see_page()}
          </Link>
        )}
        <Link to={`${paths.adminPeople()}?q=${owner._id}`} className="text-link">
          {m.moderation_author()}
        </Link>
      </Acts>
    </>
  )
}

const AccountTag = ({ state }: { state: AccountState }) => (
  <Tag tone={state === 'active' ? 'green' : 'red'}>{m.moderation_account_state({ state })}</Tag>
)

type ActsProps = { kind: 'user' | 'offer'; id: string; report: FoundPerson['report']; children: ReactNode }

/** Decisions are made on the page of a report; one is opened if there is none. */
function Acts({ kind, id, report, children }: ActsProps) {
  const navigate = useNavigate()
  const again = usePasswordConfirmation()
  const opening = useMutation({
    mutationFn: () => again.confirmed<{ _id: string }>(() => request(openReport, { body: { kind, id } })),
    onSuccess: (result) => {
      if (!isFailure(result)) void navigate(paths.adminReport(result._id))
    },
  })
  const failure = isFailure(opening.data) ? opening.data : undefined
  return (
    <form
      className="mt-2 text-sm"
      onSubmit={(event) => {
        event.preventDefault()
        opening.mutate()
      }}
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {report && (
          <Link to={paths.adminReport(report._id)} className="text-link">
            {report.state === 'open' ? m.moderation_see_report() : m.moderation_see_last()}
          </Link>
        )}
        {children}
        {report?.state !== 'open' && (
          <Button type="submit" variant="outline" size="sm" loading={opening.isPending} className="ml-auto">
            {m.moderation_open_report()}
          </Button>
        )}
      </div>
      <PasswordField again={again} failure={failure} />
      {failure && (
        <Alert tone="danger" className="mt-2">
          {failure.message}
        </Alert>
      )}
    </form>
  )
}
