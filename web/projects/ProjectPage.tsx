import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useLocation, useParams } from 'react-router'
import type { Page as PageOf } from '#contract/endpoint.ts'
import type { ListedProject, Project } from '#contract/projects.ts'
import { m } from '#contract/texts.ts'
import { FailedPage } from '../layout/FailedPage.tsx'
import { Page } from '../layout/Page.tsx'
import { isMissing } from '../lib/api-failure.ts'
import { auth, useAuth } from '../lib/auth.ts'
import type { LoadContext } from '../lib/load-context.ts'
import { runWhenIdle } from '../lib/run-when-idle.ts'
import { useMediaQuery } from '../lib/use-media-query.ts'
import { paths } from '../paths.ts'
import { Card } from '../ui/Card.tsx'
import { Es } from '../ui/Es.tsx'
import { lazyImport, useLazyImport } from '../ui/lazy-import.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import { useInView } from '../ui/use-in-view.ts'
import { WrittenText } from '../ui/WrittenText.tsx'
import { WarningNote } from '../warnings/WarningNote.tsx'
import { CodeSections } from './CodeSections.tsx'
import { DraftNote } from './DraftNote.tsx'
import { MoreProjects } from './MoreProjects.tsx'
import { ProjectGallery } from './ProjectGallery.tsx'
import { ProjectHeader } from './ProjectHeader.tsx'
import { ProjectInfo } from './ProjectInfo.tsx'
import { likeQuery, PROJECTS_KEY, projectQuery } from './projects.api.ts'
import { useCountedView } from './use-counted-view.ts'

const repositoryPanels = lazyImport(() => import('../github/RepositoryPanels.tsx'))

/** PROJD-18 */
const WIDE = '(width >= 1200px)'

/** Not in lists. */
const UNLISTED = {
  professionalRole: '',
  duration: '',
  liveLink: '',
  githubProjectLink: '',
  codeSections: [],
  codeLanguages: [],
  state: 'published' as const,
  warning: null,
}

export default function ProjectPage() {
  const { projectId = '' } = useParams()
  const { search } = useLocation()
  const queryClient = useQueryClient()
  const project = useQuery({
    ...projectQuery(projectId),
    // The project from a cached list is shown until the response arrives.
    placeholderData: () =>
      queryClient
        .getQueriesData<PageOf<ListedProject>>({ queryKey: [...PROJECTS_KEY, 'list'] })
        .flatMap(([, page]) => page?.items ?? [])
        .filter(({ _id }) => _id === projectId)
        .map((listed): Project => ({ ...UNLISTED, ...listed }))[0],
  })
  useCountedView(projectId, project.isSuccess && !project.isFetching && project.data.state === 'published')

  if (project.isPending) return <ProjectPageSkeleton />
  if (!project.data || isMissing(project.error)) {
    return (
      <FailedPage
        thing="project"
        query={project}
        message={<Es>{project.error?.message}</Es>}
        way={{ label: m.projects_explore(), to: paths.projects() + search }}
      />
    )
  }
  return <ProjectDetail project={project.data} />
}

export function load({ queryClient, params: { projectId = '' } }: LoadContext) {
  const { id } = auth.get()
  return Promise.all([
    queryClient.prefetchQuery(projectQuery(projectId)),
    id !== undefined && queryClient.prefetchQuery(likeQuery(projectId, id)),
  ])
}

const FRAME =
  'page-width grid grid-cols-1 gap-x-10 gap-y-8 py-8 md:py-10 wide:grid-cols-[minmax(0,1fr)_21rem]'

function ProjectDetail({ project }: { project: Project }) {
  const { id } = useAuth()
  const isWide = useMediaQuery(WIDE)
  const link = project.state === 'draft' ? '' : project.githubProjectLink
  return (
    <Page title={project.title} heading={null} width="full" description={project.description}>
      <ProjectHeader project={project} />
      {project.state === 'draft' && <DraftNote id={project._id} />}
      {/* The server renders the same document for everybody, the owner included. */}
      {project.warning && id !== project.owner._id && (
        <div className="page-width pt-6">
          <WarningNote warning={project.warning} />
        </div>
      )}
      <div className={FRAME}>
        <ProjectGallery project={project} />
        {/* A second column from 1200 px on (PROJD-18); below that between images and text. */}
        <div className="wide:row-span-2">
          <div className="space-y-4 wide:sticky wide:top-24">
            <ProjectInfo project={project} />
            {link && isWide && <LanguagesBeside key={link} link={link} />}
          </div>
        </div>
        <article className="min-w-0 space-y-10">
          {project.description && (
            <Section title={m.general_description()}>
              <WrittenText>{project.description}</WrittenText>
            </Section>
          )}
          {project.codeSections.length > 0 && (
            <Section title={m.projects_code()}>
              <CodeSections sections={project.codeSections} languages={project.codeLanguages} />
            </Section>
          )}
          {link && (
            <Section title={m.projects_repository()}>
              <Repository key={link} link={link} isWide={isWide} />
            </Section>
          )}
        </article>
      </div>
      <MoreProjects key={project._id} project={project} />
    </Page>
  )
}

/** In two columns the languages are beside the text. */
function Repository({ link, isWide }: { link: string; isWide: boolean }) {
  const { ref, isInView } = useInView<HTMLDivElement>()
  const panels = useLazyImport(repositoryPanels, isInView, () => {})
  const Panels = isWide ? panels?.RepositoryFiles : panels?.RepositoryPanels
  return <div ref={ref}>{Panels ? <Panels link={link} /> : <Skeleton className="h-80 rounded-card" />}</div>
}

/** Loaded on idle, as the last item of its column: no layout shift. */
function LanguagesBeside({ link }: { link: string }) {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => runWhenIdle(() => setIdle(true)), [])
  const panels = useLazyImport(repositoryPanels, isIdle, () => {})
  return panels && <panels.RepositoryLanguages link={link} level={2} />
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-4 text-2xl">{title}</h2>
      {children}
    </section>
  )
}

function ProjectPageSkeleton() {
  return (
    <Page title={m.projects_project()} heading={null} width="full">
      <div aria-busy="true">
        <div className="border-line border-b bg-surface">
          <div className="page-width pt-6 pb-8 md:pt-8 md:pb-12">
            <Skeleton className="my-3.5 w-32" />
            <Skeleton className="mt-6 h-9 w-2/3 md:mt-10 md:h-13" />
          </div>
        </div>
        <div className={FRAME}>
          <div>
            <Skeleton className="aspect-[16/10] h-auto rounded-card" />
            <div className="h-16" />
          </div>
          <Card padding="lg" className="self-start">
            <div className="flex items-center gap-4">
              <Skeleton className="size-14 rounded-full" />
              <Skeleton className="flex-1" />
            </div>
            <Skeleton className="my-5 h-38 md:max-wide:h-24" />
            <Skeleton className="h-7 rounded-full" />
            <Skeleton className="mt-6 h-11" />
          </Card>
        </div>
      </div>
    </Page>
  )
}
