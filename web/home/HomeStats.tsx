import { useQuery } from '@tanstack/react-query'
import { PRODUCT } from '#contract/product.ts'
import { m } from '#contract/texts.ts'
import { companyCountQuery, developerCountQuery, newestOffersQuery } from './home.api.ts'
import { useCountUp } from './use-count-up.ts'

/** A count that could not be read is 0 (decision 39). */
export function HomeStats() {
  const developers = useQuery(developerCountQuery)
  const companies = useQuery(companyCountQuery)
  const offers = useQuery(newestOffersQuery)
  const stats = [
    [m.home_developers(), developers.data],
    [m.home_companies(), companies.data],
    [m.home_active_offers(), offers.data?.total],
    [m.home_hires(), offers.data?.hires],
  ] as const
  return (
    <section aria-label={m.home_in_numbers({ name: PRODUCT.name })}>
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line md:grid-cols-4">
        {stats.map(([label, count]) => (
          <Stat key={label} label={label} value={(count ?? 0) * PRODUCT.homeStatsFactor} />
        ))}
      </dl>
    </section>
  )
}

function Stat({ label, value }: { label: string; value: number }) {
  const { ref, shown } = useCountUp<HTMLDivElement>(value)
  return (
    <div ref={ref} className="flex flex-col-reverse gap-1 bg-surface px-4 py-4 text-center sm:py-6">
      <dt className="text-muted text-sm">{label}</dt>
      <dd className="font-bold font-display text-3xl text-primary tabular-nums">
        <span aria-hidden="true">+{shown}</span>
        <span className="sr-only">+{value}</span>
      </dd>
    </div>
  )
}
