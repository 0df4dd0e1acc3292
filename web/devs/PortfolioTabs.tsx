import { useQueryClient } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { CareerList } from '../careers/CareerList.tsx'
import { showFetched } from '../lib/show-fetched.ts'
import { ProfileProjects } from '../projects/ProfileProjects.tsx'
import { projectQuery } from '../projects/projects.api.ts'
import { Button } from '../ui/Button.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import type { useProfileDialogs } from './use-profile-dialogs.ts'
import type { PortfolioTab } from './use-profile-tab.ts'

type PortfolioTabsProps = {
  developerId: string
  tab: PortfolioTab
  page: number
  onTab: (tab: PortfolioTab) => void
  /** Only for the owner. */
  dialogs?: ReturnType<typeof useProfileDialogs> | undefined
}

const TABS = [
  { value: 'experiences', label: 'Experiences' },
  { value: 'projects', label: 'Projects' },
  { value: 'studies', label: 'Studies' },
] as const

const CREATE = { experiences: 'experience', projects: 'project', studies: 'study' } as const

/** Experiences, projects and studies, read-only for everybody but the owner (PROF-18, PROF-24, PROF-25). */
export function PortfolioTabs({ developerId, tab, page, onTab, dialogs }: PortfolioTabsProps) {
  const queryClient = useQueryClient()
  const list = { developerId, page }
  const create = dialogs && (
    <Button size="sm" onClick={() => dialogs.show({ form: CREATE[tab] })}>
      <Plus aria-hidden="true" />
      Create {CREATE[tab]}
    </Button>
  )
  return (
    <Tabs<PortfolioTab> label="Portfolio" tabs={TABS} value={tab} onChange={onTab}>
      {create && <div className="mb-4 flex justify-end">{create}</div>}
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
