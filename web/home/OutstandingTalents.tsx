import { useQuery } from '@tanstack/react-query'
import { m } from '#contract/texts.ts'
import { DeveloperCard } from '../devs/DeveloperCard.tsx'
import { paths } from '../paths.ts'
import { CardSkeleton } from '../ui/CardSkeleton.tsx'
import { cn } from '../ui/cn.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { EmptyState } from './EmptyState.tsx'
import { outstandingDevelopersQuery } from './home.api.ts'
import { HOME_SLOTS, TALENTS_GRID } from './home-grid.ts'
import { SectionHeading } from './SectionHeading.tsx'

export function OutstandingTalents() {
  const developers = useQuery(outstandingDevelopersQuery)
  return (
    <section aria-labelledby="talents">
      <SectionHeading id="talents" to={paths.developers()}>
        {m.home_talents()}
      </SectionHeading>
      {developers.isPending && (
        <div aria-busy="true" className={cn(TALENTS_GRID, 'max-sm:overflow-x-hidden')}>
          {HOME_SLOTS.map((index) => (
            <CardSkeleton key={index} className="h-76" />
          ))}
        </div>
      )}
      {developers.isLoadingError && (
        <ErrorState compact message={developers.error.message} onRetry={() => void developers.refetch()} />
      )}
      {developers.data?.items.length === 0 && <EmptyState text={m.home_talents_empty()} />}
      {developers.data && developers.data.items.length > 0 && (
        <ul aria-labelledby="talents" className={TALENTS_GRID}>
          {developers.data.items.map((developer) => (
            <li key={developer._id} className="min-w-0">
              <DeveloperCard developer={developer} level={3} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
