import { m } from '#contract/texts.ts'
import { useNow } from '../lib/clock.ts'
import { optionId } from './option-id.ts'
import { ResultOption, resultsOf } from './results.tsx'
import type { Found } from './search.api.ts'

type SearchResultsProps = { id: string; found: Found; q: string; active: number }

export function SearchResults({ id, found, q, active }: SearchResultsProps) {
  const now = useNow()
  return (
    <div id={id} role="listbox" aria-label={m.search_results()} tabIndex={-1}>
      {resultsOf(found, now).map((result, index) => (
        <ResultOption
          key={result.key}
          id={optionId(id, index)}
          result={result}
          q={q}
          isActive={index === active}
        />
      ))}
    </div>
  )
}
