import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { repositoryOf } from '#contract/repository-link.ts'
import { m } from '#contract/texts.ts'
import { formatDate } from '../lib/format.ts'
import { Card } from '../ui/Card.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { FileTree } from './FileTree.tsx'
import { fileNodes } from './file-nodes.ts'
import { languagesQuery, repositoryQuery, treeQuery } from './github.api.ts'
import { languageShares } from './language-shares.ts'

type Level = 2 | 3
/** `level` of the headings. */
type RepositoryProps = { link: string; level?: Level }

/** Files and languages of a linked repository; each fails separately (decision 41). */
export const RepositoryPanels = ({ link }: RepositoryProps) => (
  <div className="grid items-start gap-4 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
    <RepositoryFiles link={link} />
    <RepositoryLanguages link={link} />
  </div>
)

export function RepositoryFiles({ link }: RepositoryProps) {
  const names = repositoryOf(link)
  return names ? (
    <Contained title={m.github_files()}>
      <FilesPanel names={names} />
    </Contained>
  ) : (
    <Panel title={m.github_files()}>
      <ErrorState compact message={m.github_invalid_url()} />
    </Panel>
  )
}

export function RepositoryLanguages({ link, level = 3 }: RepositoryProps) {
  const names = repositoryOf(link)
  return names ? (
    <Contained title={m.github_languages()} level={level}>
      <LanguagesPanel names={names} level={level} />
    </Contained>
  ) : (
    <Panel title={m.github_languages()} level={level}>
      <ErrorState compact message={m.github_invalid_repo_url()} />
    </Panel>
  )
}

/** An unexpected response of the foreign host breaks its panel only, not the page. */
function Contained({ title, level, children }: PanelProps) {
  const failed = (
    <Panel title={title} level={level}>
      <ErrorState compact message={m.general_request_failed()} />
    </Panel>
  )
  return (
    <ErrorBoundary fallback={failed} onError={(error) => console.error(error)}>
      {children}
    </ErrorBoundary>
  )
}

type Names = { owner: string; repo: string }

function FilesPanel({ names }: { names: Names }) {
  const repository = useQuery(repositoryQuery(names))
  const tree = useQuery(treeQuery(names, repository.data?.default_branch))
  const nodes = useMemo(() => tree.data && fileNodes(tree.data.tree), [tree.data])

  return (
    <Panel title={m.github_files()} asOf={tree.data?.as_of ?? repository.data?.as_of}>
      {repository.isLoadingError ? (
        <Failure query={repository} />
      ) : tree.isLoadingError ? (
        <Failure query={tree} />
      ) : nodes ? (
        <>
          <FileTree label={m.github_files_of({ owner: names.owner, repo: names.repo })} nodes={nodes} />
          {tree.data?.truncated && <p className="mt-3 text-muted text-sm">{m.github_truncated()}</p>}
        </>
      ) : (
        <PanelSkeleton rows={7} />
      )}
    </Panel>
  )
}

function LanguagesPanel({ names, level }: { names: Names; level: Level }) {
  const languages = useQuery(languagesQuery(names))
  const shares = languages.data && languageShares(languages.data.languages)
  return (
    <Panel title={m.github_languages()} level={level} asOf={languages.data?.as_of}>
      {languages.isLoadingError ? (
        <Failure query={languages} />
      ) : !shares ? (
        <PanelSkeleton rows={4} />
      ) : shares.length === 0 ? (
        <p className="text-muted">{m.github_no_languages()}</p>
      ) : (
        <ul className="space-y-3">
          {shares.map(({ name, percent, width }) => (
            <li key={name}>
              <p className="flex justify-between gap-3 text-sm">
                <span className="min-w-0 truncate">{name}</span>
                <span className="text-muted tabular-nums">{percent}</span>
              </p>
              <div aria-hidden="true" className="mt-1 h-2 overflow-hidden rounded-full bg-neutral-bg">
                <div className="h-full rounded-full bg-primary" style={{ width: `${width}%` }} />
              </div>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

type PanelProps = {
  title: string
  level?: Level | undefined
  asOf?: string | null | undefined
  children: ReactNode
}

function Panel({ title, level = 3, asOf, children }: PanelProps) {
  const Heading = `h${level}` as const
  return (
    <Card as="section" className="min-w-0">
      <header className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <Heading className="text-lg">{title}</Heading>
        {/* The host is unavailable: cached data. */}
        {asOf && (
          <p className="text-muted text-sm">
            {m.github_as_of()} {formatDate(asOf)}
          </p>
        )}
      </header>
      {children}
    </Card>
  )
}

function Failure({ query }: { query: UseQueryResult }) {
  return (
    <ErrorState
      compact
      message={query.error?.message}
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
    />
  )
}

function PanelSkeleton({ rows }: { rows: number }) {
  return (
    <div aria-busy="true" className="space-y-3 py-1">
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are all alike
        <Skeleton key={index} className="h-5" />
      ))}
    </div>
  )
}
