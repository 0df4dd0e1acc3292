import { useQuery } from '@tanstack/react-query'
import { HOME_CONTRACT_FILTERS } from '#contract/offers.ts'
import { m } from '#contract/texts.ts'
import { Chip } from '../ui/Chip.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { ToggleGroup } from '../ui/ToggleGroup.tsx'
import { SearchResults } from './SearchResults.tsx'
import { searchQuery } from './search.api.ts'
import { type Search, SPANS, type Span } from './search-params.ts'

const SORTS = [
  { value: 'latest', label: m.lists_latest },
  { value: 'oldest', label: m.lists_oldest },
] as const

type SearchPanelProps = {
  id: string
  search: Search
  /** The index of the active result. */
  active: number
  onChange: (search: Search) => void
}

/** The results and their filters; pressing an active filter removes it (HOME-09). */
export function SearchPanel({ id, search, active, onChange }: SearchPanelProps) {
  const found = useQuery(searchQuery(search))
  return (
    <section
      aria-label={m.search_results_region()}
      className="absolute inset-x-0 top-full z-30 mt-2 flex max-h-[min(36rem,70dvh)] flex-col overflow-hidden rounded-card border border-line bg-raised shadow-raised"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-3 border-line border-b p-4">
        <p role="status" className="font-medium max-sm:text-sm">
          {found.data && m.search_found({ total: found.data.page.total })}
        </p>
        <ToggleGroup
          label={m.lists_sort_order()}
          options={SORTS.map(({ value, label }) => ({ value, label: label() }))}
          value={search.sort}
          onChange={(sort) => onChange({ ...search, sort })}
        />
        <SearchFilters search={search} onChange={onChange} />
      </div>
      <div className="scroll-quiet min-h-32 overflow-y-auto">
        {found.isPending && (
          <div className="grid min-h-32 place-items-center">
            <Spinner label={m.search_searching()} />
          </div>
        )}
        {found.isError && (
          <ErrorState
            compact
            message={found.error.message}
            onRetry={() => void found.refetch()}
            retrying={found.isFetching}
          />
        )}
        {found.data?.page.total === 0 && <p className="p-8 text-center text-muted">{m.search_none()}</p>}
        {found.data && <SearchResults id={id} found={found.data} q={search.q} active={active} />}
      </div>
    </section>
  )
}

/** On phones one line that scrolls sideways. */
const CHIPS = 'flex min-w-0 gap-2 max-sm:scroll-quiet max-sm:-mx-4 max-sm:px-4 max-sm:py-0.5 sm:flex-wrap'

function SearchFilters({ search, onChange }: Pick<SearchPanelProps, 'search' | 'onChange'>) {
  if (search.kind === 'developers') return null
  const toggleSpan = (span: Span) => onChange({ ...search, span: search.span === span ? undefined : span })
  const toggleContract = (contract: string) =>
    onChange({ ...search, contract: search.contract === contract ? undefined : contract })
  return (
    <div className="grid w-full min-w-0 gap-2">
      <fieldset className={CHIPS}>
        <legend className="sr-only">{m.search_date()}</legend>
        {(Object.keys(SPANS) as Span[]).map((span) => (
          <Chip key={span} pressed={search.span === span} onPressedChange={() => toggleSpan(span)}>
            {SPANS[span]()}
          </Chip>
        ))}
      </fieldset>
      {search.kind === 'offers' && (
        <fieldset className={CHIPS}>
          <legend className="sr-only">{m.offers_contract_type_label()}</legend>
          {HOME_CONTRACT_FILTERS.map((contract) => (
            <Chip
              key={contract}
              pressed={search.contract === contract}
              onPressedChange={() => toggleContract(contract)}
            >
              {m.offers_contract_type({ type: contract })}
            </Chip>
          ))}
        </fieldset>
      )}
    </div>
  )
}
