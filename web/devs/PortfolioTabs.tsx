import { useQuery, useQueryClient } from '@tanstack/react-query'
import ArrowUpDown from 'lucide-react/icons/arrow-up-down'
import Plus from 'lucide-react/icons/plus'
import type { DevPublic } from '#contract/devs.ts'
import { m } from '#contract/texts.ts'
import { CareerList } from '../careers/CareerList.tsx'
import { showFetched } from '../lib/show-fetched.ts'
import { ProfileProjects } from '../projects/ProfileProjects.tsx'
import { developerProjectsQuery, projectQuery } from '../projects/projects.api.ts'
import { Button } from '../ui/Button.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import type { useProfileDialogs } from './use-profile-dialogs.ts'
import type { PortfolioTab } from './use-profile-tab.ts'

type PortfolioTabsProps = {
  developer: DevPublic
  tab: PortfolioTab
  page: number
  onTab: (tab: PortfolioTab) => void
  /** Only for the owner. */
  dialogs?: ReturnType<typeof useProfileDialogs> | undefined
}

const tabs = (counts: DevPublic['counts']) =>
  [
    { value: 'experiences', label: m.devs_experiences(), count: counts.experiences },
    { value: 'projects', label: m.projects_plural(), count: counts.projects },
    { value: 'studies', label: m.devs_studies(), count: counts.studies },
  ] as const

const CREATE = { experiences: 'experience', projects: 'project', studies: 'study' } as const

const CREATE_TEXTS = {
  experiences: m.careers_experience_create,
  projects: m.projects_create,
  studies: m.careers_study_create,
}

/** Experiences, projects and studies, read-only for everybody but the owner (PROF-18, PROF-24, PROF-25). */
export function PortfolioTabs({ developer, tab, page, onTab, dialogs }: PortfolioTabsProps) {
  const queryClient = useQueryClient()
  const { _id: developerId, counts } = developer
  // The owner's list has drafts too, which are in no public number.
  const own = useQuery({
    ...developerProjectsQuery(developerId, tab === 'projects' ? page : 1, true),
    enabled: dialogs !== undefined,
  })
  const list = { developerId, page }
  const create = dialogs && (
    <Button size="sm" onClick={() => dialogs.show({ form: CREATE[tab] })}>
      <Plus aria-hidden="true" />
      {CREATE_TEXTS[tab]()}
    </Button>
  )
  return (
    <Tabs<PortfolioTab>
      label={m.devs_portfolio()}
      tabs={tabs({ ...counts, ...(dialogs && own.data && { projects: own.data.total }) })}
      value={tab}
      onChange={onTab}
    >
      {create && (
        <div className="mb-4 flex flex-wrap justify-end gap-2">
          {tab === 'projects' && (
            <Button size="sm" variant="outline" onClick={() => dialogs.show({ form: 'order' })}>
              <ArrowUpDown aria-hidden="true" />
              {m.projects_arrange()}
            </Button>
          )}
          {create}
        </div>
      )}
      {tab === 'projects' ? (
        <ProfileProjects
          {...list}
          onEdit={
            dialogs &&
            (({ _id }) =>
              showFetched(queryClient.fetchQuery(projectQuery(_id)), (project) =>
                dialogs.show({ form: 'project', project }),
              ))
          }
          onRemove={dialogs && ((project) => dialogs.show({ remove: 'project', project }))}
        />
      ) : (
        <CareerList
          key={tab}
          kind={CREATE[tab]}
          {...list}
          onEdit={dialogs && ((career) => dialogs.show({ form: CREATE[tab], career }))}
          onRemove={dialogs && ((career) => dialogs.show({ remove: CREATE[tab], career }))}
        />
      )}
    </Tabs>
  )
}
