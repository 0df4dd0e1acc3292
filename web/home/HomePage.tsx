import { PRODUCT } from '#contract/product.ts'
import { m } from '#contract/texts.ts'
import { Page } from '../layout/Page.tsx'
import type { LoadContext } from '../lib/load-context.ts'
import { FirstStepsSlot } from '../onboarding/FirstStepsSlot.tsx'
import { searchQuery } from '../search/search.api.ts'
import { readSearch } from '../search/search-params.ts'
import { CallToAction } from './CallToAction.tsx'
import { Hero } from './Hero.tsx'
import { HomeStats } from './HomeStats.tsx'
import {
  companyCountQuery,
  developerCountQuery,
  newestOffersQuery,
  newestProjectsQuery,
  outstandingDevelopersQuery,
} from './home.api.ts'
import { LastOffers } from './LastOffers.tsx'
import { LastProjects } from './LastProjects.tsx'
import { OutstandingTalents } from './OutstandingTalents.tsx'
import { TechnologyCarousel } from './TechnologyCarousel.tsx'

export function load({ queryClient, url }: LoadContext) {
  const search = readSearch(url.searchParams)
  return Promise.all([
    queryClient.prefetchQuery(newestOffersQuery),
    queryClient.prefetchQuery(newestProjectsQuery),
    queryClient.prefetchQuery(outstandingDevelopersQuery),
    queryClient.prefetchQuery(developerCountQuery),
    queryClient.prefetchQuery(companyCountQuery),
    search.q !== '' && queryClient.prefetchQuery(searchQuery(search)),
  ])
}

export default function HomePage() {
  return (
    <Page
      title={m.home_title()}
      heading={null}
      width="full"
      description={m.home_description({ name: PRODUCT.name })}
    >
      <div className="page-width">
        <FirstStepsSlot className="my-6" />
      </div>
      <Hero />
      <div className="page-width grid gap-10 pb-6 sm:gap-16 sm:pb-12 md:gap-20 [&>*]:min-w-0">
        <LastProjects />
        <HomeStats />
        <LastOffers />
        <OutstandingTalents />
        <TechnologyCarousel />
        <CallToAction />
      </div>
    </Page>
  )
}
