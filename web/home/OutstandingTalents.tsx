import { useQuery } from '@tanstack/react-query'
import { m } from '#contract/texts.ts'
import { DeveloperCard } from '../devs/DeveloperCard.tsx'
import { paths } from '../paths.ts'
import { CardSkeleton } from '../ui/CardSkeleton.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { EmptyState } from './EmptyState.tsx'
import { outstandingDevelopersQuery } from './home.api.ts'
import { SectionHeading } from './SectionHeading.tsx'

const PLACES = [1, 2, 3, 4]

export function OutstandingTalents() {
  const developers = useQuery(outstandingDevelopersQuery)
  return (
    <section aria-labelledby="talents">
      <SectionHeading id="talents" to={paths.developers()}>
        {m.home_talents()}
      </SectionHeading>
      {developers.isPending && (
        <div aria-busy="true" className="grid gap-5 sm:grid-cols-2 wide:grid-cols-4">
          {PLACES.map((place) => (
            <CardSkeleton key={place} className="h-52" />
          ))}
        </div>
      )}
      {developers.isLoadingError && (
        <ErrorState compact message={developers.error.message} onRetry={() => void developers.refetch()} />
      )}
      {developers.data?.items.length === 0 && <EmptyState text={m.home_talents_empty()} />}
      {developers.data && developers.data.items.length > 0 && (
        <ul className="grid gap-5 sm:grid-cols-2 wide:grid-cols-4">
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
