import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { EXPERIENCE_BUCKETS } from '#contract/devs.ts'
import { CATEGORIES, type Category } from '#contract/values.ts'
import { Page } from '../layout/Page.tsx'
import { useMediaQuery } from '../lib/use-media-query.ts'
import type { LoadContext } from '../routes.tsx'
import { SkillFilterBar } from '../skills/SkillFilterBar.tsx'
import { Field } from '../ui/Field.tsx'
import { Select } from '../ui/Select.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { DeveloperList } from './DeveloperList.tsx'
import { DEVS_PER_PAGE, DEVS_PER_PHONE_PAGE, devsQuery } from './devs.api.ts'
import { readDevFilters, useDevFilters, writeDevFilters } from './use-dev-filters.ts'

/** CONST-01; 'All' is no filter. */
const TABS = (['All', ...CATEGORIES] as const).map((value) => ({ value, label: value }))

/** Below 768 px (CONST-04). */
const PHONE = '(width < 768px)'

const yearsLabel = (bucket: string) => `${bucket} years`

export default function DevelopersPage() {
  const [search] = useSearchParams()
  const [filters, change] = useDevFilters()
  const queryClient = useQueryClient()
  const perPage = useMediaQuery(PHONE) ? DEVS_PER_PHONE_PAGE : DEVS_PER_PAGE
  const developers = useQuery({
    ...devsQuery(filters, perPage),
    // The server makes pages for wide windows: the first of theirs holds the first of a phone.
    initialData: () => {
      if (filters.page !== 1 || perPage === DEVS_PER_PAGE) return undefined
      const wide = queryClient.getQueryData(devsQuery(filters, DEVS_PER_PAGE).queryKey)
      return wide && { ...wide, items: wide.items.slice(0, perPage) }
    },
  })

  const queryOf = (page: number) => {
    const next = writeDevFilters(search, { ...filters, page }).toString()
    return next && `?${next}`
  }
  const reset = () => change({ skills: [], experience: '' })

  return (
    <Page title="Meet Our Developers" description="Developers and what they have built, by field and skill.">
      <Tabs<Category | 'All'>
        label="Categories"
        variant="pill"
        tabs={TABS}
        value={filters.category || 'All'}
        onChange={(category) => change({ category: category === 'All' ? '' : category })}
      >
        <SkillFilterBar
          scope="developers"
          skills={filters.skills}
          onSkillsChange={(skills) => change({ skills })}
          sort={filters.sort}
          onSortChange={(sort) => change({ sort })}
          onReset={reset}
          field={
            <Field label="Experience Years">
              <Select
                value={filters.experience}
                onChange={({ target }) =>
                  change({ experience: EXPERIENCE_BUCKETS.find((bucket) => bucket === target.value) ?? '' })
                }
                options={[
                  { value: '', label: 'All' },
                  ...EXPERIENCE_BUCKETS.map((bucket) => ({ value: bucket, label: yearsLabel(bucket) })),
                ]}
              />
            </Field>
          }
          fieldChip={
            filters.experience
              ? { label: yearsLabel(filters.experience), onRemove: () => change({ experience: '' }) }
              : undefined
          }
        />
        <DeveloperList
          developers={developers}
          filters={filters}
          perPage={perPage}
          queryOf={queryOf}
          onPageChange={(page) => change({ page }, { replace: true })}
          onReset={reset}
        />
      </Tabs>
    </Page>
  )
}

export function load({ queryClient, url }: LoadContext) {
  const isPhone = typeof window !== 'undefined' && window.matchMedia(PHONE).matches
  const perPage = isPhone ? DEVS_PER_PHONE_PAGE : DEVS_PER_PAGE
  return queryClient.prefetchQuery(devsQuery(readDevFilters(url.searchParams), perPage))
}
