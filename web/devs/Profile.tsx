import type { QueryClient } from '@tanstack/react-query'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router'
import type { DevPublic } from '#contract/devs.ts'
import { m } from '#contract/texts.ts'
import { careersQuery } from '../careers/careers.api.ts'
import { FailedPage } from '../layout/FailedPage.tsx'
import { Page } from '../layout/Page.tsx'
import { isMissing } from '../lib/api-failure.ts'
import { auth, useAuth } from '../lib/auth.ts'
import { fullName } from '../lib/format.ts'
import { runWhenIdle } from '../lib/run-when-idle.ts'
import { useLinkedForm } from '../lib/use-linked-form.ts'
import { useReopenedForm } from '../lib/use-reopened-form.ts'
import { readPage } from '../lists/list-params.ts'
import { FirstStepsSlot } from '../onboarding/FirstStepsSlot.tsx'
import { paths } from '../paths.ts'
import { developerProjectsQuery, topProjectsQuery } from '../projects/projects.api.ts'
import { Es } from '../ui/Es.tsx'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { prefetch } from '../ui/lazy-import.ts'
import { lazyPart } from '../ui/lazy-part.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { isPublicView, PublicViewNote } from '../users/PublicView.tsx'
import { devQuery } from './devs.api.ts'
import { PersonCard } from './PersonCard.tsx'
import { PortfolioTabs } from './PortfolioTabs.tsx'
import { AboutCard, LanguagesCard, SkillsCard } from './ProfileFacts.tsx'
import { ProfileSkeleton } from './ProfileSkeleton.tsx'
import { PERSON_FRAME, PROFILE_FRAME } from './profile-frame.ts'
import { TopProjects } from './TopProjects.tsx'
import { type ProfileForm, useProfileDialogs } from './use-profile-dialogs.ts'
import { type PortfolioTab, readProfileTab, useProfileTab } from './use-profile-tab.ts'

const MyOffers = lazyPart(() => import('./MyOffers.tsx'))
const ProfileDialogs = lazyDialog(() => import('./ProfileDialogs.tsx'))

type ProfileProps = {
  developerId: string
  /** The tab that is shown when the URL names none. */
  firstTab?: PortfolioTab | undefined
  /** Opens 'Edit Dev Profile' at once; `onClosed` is called when it is closed. */
  editing?: { onClosed: () => void } | undefined
}

/** The profile of a developer, for the owner, other people and visitors. */
export function Profile({ developerId, firstTab = 'experiences', editing }: ProfileProps) {
  const { id } = useAuth()
  const developer = useQuery(devQuery(developerId))
  // The skeleton requests these too: without an observer that outlives it, the request would be aborted and repeated.
  useQuery(topProjectsQuery(developerId))
  if (developer.isPending) return <ProfileSkeleton developerId={developerId} isOwner={id === developerId} />
  if (!developer.data || isMissing(developer.error)) {
    return (
      <FailedPage
        thing="profile"
        query={developer}
        message={<Es>{m.people_profile_failed()}</Es>}
        way={{ label: m.devs_all(), to: paths.developers() }}
      />
    )
  }
  return <ProfileDetail key={developerId} developer={developer.data} firstTab={firstTab} editing={editing} />
}

/** All requests of the profile's first view start together. */
export function loadProfile(
  queryClient: QueryClient,
  developerId: string,
  search: URLSearchParams,
  firstTab: PortfolioTab = 'experiences',
) {
  const tab = readProfileTab(search, firstTab)
  const page = readPage(search)
  const isOwner = auth.get().id === developerId && !isPublicView(search)
  return Promise.all([
    queryClient.prefetchQuery(devQuery(developerId)),
    queryClient.prefetchQuery(topProjectsQuery(developerId)),
    tab === 'experiences' && queryClient.prefetchQuery(careersQuery('experience', developerId, page)),
    tab === 'studies' && queryClient.prefetchQuery(careersQuery('study', developerId, page)),
    tab === 'projects' && queryClient.prefetchQuery(developerProjectsQuery(developerId, page, isOwner)),
  ])
}

/** The same for the own one; loaders run beside the guard, which redirects recruiters to their own page. */
export function loadOwnProfile(queryClient: QueryClient, search: URLSearchParams, firstTab?: PortfolioTab) {
  const { id, role } = auth.get()
  return role === 'developer' ? loadProfile(queryClient, id, search, firstTab) : undefined
}

type ProfileDetailProps = { developer: DevPublic } & Required<Pick<ProfileProps, 'firstTab' | 'editing'>>

function ProfileDetail({ developer, firstTab, editing }: ProfileDetailProps) {
  const { id } = useAuth()
  const [search] = useSearchParams()
  const isOwn = id === developer._id
  const isOwner = isOwn && !isPublicView(search)
  const { tab, page, show } = useProfileTab(firstTab ?? 'experiences')
  const dialogs = useProfileDialogs()
  const { about, open } = dialogs
  useReopenedForm('profile', isOwner && open && about && 'form' in about ? about : undefined, dialogs.show)

  useLinkedForm<ProfileForm>(isOwner, dialogs.show)

  useEffect(() => {
    return isOwner ? runWhenIdle(() => prefetch(ProfileDialogs.code)) : undefined
  }, [isOwner])

  const openEditor = useEffectEvent(() => editing && dialogs.show({ form: 'profile' }))
  useEffect(() => {
    openEditor()
  }, [])

  const portfolio = (
    <div className="space-y-6">
      <AboutCard developer={developer} />
      <TopProjects developerId={developer._id} />
      <PortfolioTabs
        developer={developer}
        tab={tab === 'offers' ? 'experiences' : tab}
        page={page}
        onTab={show}
        dialogs={isOwner ? dialogs : undefined}
      />
    </div>
  )

  return (
    <Page title={fullName(developer)} heading={null} description={developer.description}>
      {isOwner && <FirstStepsSlot className="mb-6" />}
      {isOwn && !isOwner && <PublicViewNote />}
      <div className={PROFILE_FRAME}>
        <div className={PERSON_FRAME}>
          <PersonCard
            developer={developer}
            onEdit={isOwner ? (at) => dialogs.show({ form: 'profile', at }) : undefined}
          />
          <LanguagesCard developer={developer} />
          <SkillsCard developer={developer} />
        </div>
        {isOwner ? (
          <Tabs
            label={m.devs_your_profile()}
            tabs={[
              { value: 'portfolio', label: m.devs_portfolio() },
              { value: 'offers', label: m.devs_my_offers() },
            ]}
            value={tab === 'offers' ? 'offers' : 'portfolio'}
            onChange={(next) => show(next === 'offers' ? 'offers' : (firstTab ?? 'experiences'))}
          >
            {tab === 'offers' ? (
              <Suspense fallback={<Skeleton className="h-28 rounded-card" />}>
                <MyOffers userId={developer._id} page={page} />
              </Suspense>
            ) : (
              portfolio
            )}
          </Tabs>
        ) : (
          portfolio
        )}
      </div>
      {isOwner && about && (
        <ProfileDialogs
          key={dialogs.key}
          developer={developer}
          about={about}
          open={open}
          onOpenChange={(next) => {
            dialogs.onOpenChange(next)
            if (!next && 'form' in about && about.form === 'profile') editing?.onClosed()
          }}
        />
      )}
    </Page>
  )
}
