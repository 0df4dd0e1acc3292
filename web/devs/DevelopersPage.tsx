import { useQuery, useQueryClient } from '@tanstack/react-query'
import { EXPERIENCE_BUCKETS } from '#contract/devs.ts'
import { m } from '#contract/texts.ts'
import { Page } from '../layout/Page.tsx'
import type { LoadContext } from '../lib/load-context.ts'
import { useMediaQuery } from '../lib/use-media-query.ts'
import { CategoryTabs } from '../lists/CategoryTabs.tsx'
import { FailedAsEmpty, NothingFound } from '../lists/NothingFound.tsx'
import { PagedList } from '../lists/PagedList.tsx'
import { useListParams } from '../lists/use-list-params.ts'
import { SkillFilterBar } from '../skills/SkillFilterBar.tsx'
import { Field } from '../ui/Field.tsx'
import { Select } from '../ui/Select.tsx'
import { DeveloperCard } from './DeveloperCard.tsx'
import { DEV_PARAMS } from './dev-params.ts'
import { DEVS_PER_PAGE, DEVS_PER_PHONE_PAGE, devsQuery } from './devs.api.ts'

/** Below 768 px (CONST-04). */
const PHONE = '(width < 768px)'

/** The covers of the first screen are not lazy. */
const PRIORITY_COVERS = 3

const yearsLabel = (bucket: string) => m.devs_years_bucket({ bucket })

export default function DevelopersPage() {
  const params = useListParams(DEV_PARAMS)
  const { filters, change } = params
  const queryClient = useQueryClient()
  const perPage = useMediaQuery(PHONE) ? DEVS_PER_PHONE_PAGE : DEVS_PER_PAGE
  const developers = useQuery({
    ...devsQuery(filters, perPage),
    // The server renders pages for wide screens: the first of theirs contains the first of a phone.
    initialData: () => {
      if (filters.page !== 1 || perPage === DEVS_PER_PAGE) return undefined
      const wide = queryClient.getQueryData(devsQuery(filters, DEVS_PER_PAGE).queryKey)
      return wide && { ...wide, items: wide.items.slice(0, perPage) }
    },
  })
  const isFiltered = filters.skills.length > 0 || filters.experience !== ''
  const reset = () => change({ skills: [], experience: '' })

  return (
    <Page title={m.devs_meet()} description={m.devs_page_description()}>
      <CategoryTabs
        value={filters.category}
        onChange={(category) => change({ category })}
        beside={
          <SkillFilterBar
            scope="developers"
            filters={{ category: filters.category, experience: filters.experience }}
            value={filters}
            onChange={change}
            onReset={reset}
            count={
              developers.data &&
              m.devs_list_count({ count: developers.data.total, filtered: String(isFiltered) })
            }
            field={
              <Field label={m.devs_experience_years()}>
                <Select
                  value={filters.experience}
                  onChange={({ target }) =>
                    change({ experience: EXPERIENCE_BUCKETS.find((bucket) => bucket === target.value) ?? '' })
                  }
                  options={[
                    { value: '', label: m.general_all() },
                    ...EXPERIENCE_BUCKETS.map((bucket) => ({ value: bucket, label: yearsLabel(bucket) })),
                  ]}
                />
              </Field>
            }
            fieldChips={
              filters.experience
                ? [{ label: yearsLabel(filters.experience), onRemove: () => change({ experience: '' }) }]
                : undefined
            }
          />
        }
      >
        <PagedList
          query={developers}
          params={params}
          perPage={perPage}
          things={m.devs_things()}
          hasPageSpinner
          className="grid grid-cols-1 gap-5 sm:grid-cols-2 lg:grid-cols-3"
          failure={
            <FailedAsEmpty title={m.devs_none()} query={developers} logged={developers.error?.message} />
          }
          empty={
            <NothingFound
              title={m.devs_none()}
              text={isFiltered ? m.general_fewer_filters() : m.devs_will_appear()}
              onReset={isFiltered ? reset : undefined}
            />
          }
        >
          {(developer, index) => (
            <DeveloperCard
              developer={developer}
              highlightedSkills={filters.skills}
              showCategories
              priority={index < PRIORITY_COVERS}
            />
          )}
        </PagedList>
      </CategoryTabs>
    </Page>
  )
}

export function load({ queryClient, url }: LoadContext) {
  const isPhone = typeof window !== 'undefined' && window.matchMedia(PHONE).matches
  const perPage = isPhone ? DEVS_PER_PHONE_PAGE : DEVS_PER_PAGE
  return queryClient.prefetchQuery(devsQuery(DEV_PARAMS.read(url.searchParams), perPage))
}
