import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import type { Report } from '#contract/moderation.ts'
import { m } from '#contract/texts.ts'
import NotFoundPage from '../layout/NotFoundPage.tsx'
import { Page } from '../layout/Page.tsx'
import { isMissing } from '../lib/api-failure.ts'
import { formatDate, formatMoment, fullName } from '../lib/format.ts'
import { contractTypeName } from '../offers/offer-format.ts'
import { paths } from '../paths.ts'
import { Alert } from '../ui/Alert.tsx'
import { Card } from '../ui/Card.tsx'
import { cn } from '../ui/cn.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Tag } from '../ui/Tag.tsx'
import { ActForm } from './ActForm.tsx'
import { reportQuery } from './moderation.api.ts'

/** A report with the information for a decision (MOD-03). */
export function ReportPage() {
  const { reportId = '' } = useParams()
  const report = useQuery(reportQuery(reportId))
  if (isMissing(report.error)) return <NotFoundPage />
  return (
    <Page
      title={m.moderation_report_page()}
      heading={report.data && (report.data.thing.title || m.moderation_kind({ kind: report.data.kind }))}
    >
      {report.isPending ? (
        <div aria-busy="true">
          <Skeleton className="h-80" />
        </div>
      ) : report.isLoadingError ? (
        <ErrorState
          message={report.error.message}
          onRetry={() => void report.refetch()}
          retrying={report.isFetching}
        />
      ) : (
        report.data && <Details report={report.data} />
      )}
    </Page>
  )
}

function Details({ report }: { report: Report }) {
  const { kind, thing, snapshot, reporters, author, decisions, messages, appeal } = report
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="min-w-0 space-y-6">
        {appeal && (
          <Alert heading={m.moderation_appealed_tag()}>
            <span className="whitespace-pre-line">{appeal.text}</span>
          </Alert>
        )}
        <Section title={m.moderation_as_reported()}>
          <p className="mb-4 flex flex-wrap items-center gap-2">
            <Tag>{m.moderation_kind({ kind })}</Tag>
            <Tag tone={thing.state === 'shown' ? 'green' : 'yellow'}>
              {m.moderation_thing_state({ state: thing.state })}
            </Tag>
            {thing.path && thing.state === 'shown' && (
              <Link to={thing.path} className="text-link">
                {m.moderation_see_page()}
              </Link>
            )}
          </p>
          {messages.length > 0 ? (
            <ol className="space-y-2">
              {messages.map((message) => (
                <li
                  key={message._id}
                  className={cn('rounded-control p-3 text-sm', message.isReported && 'bg-primary-soft')}
                >
                  <span className="text-muted">
                    {message.name}, {formatMoment(message.createdAt)}
                  </span>
                  <span className="block whitespace-pre-wrap [overflow-wrap:anywhere]">
                    {[message.text || (message.hasImage ? m.moderation_picture() : ''), message.file]
                      .filter((part) => part !== '')
                      .join(' · ')}
                  </span>
                </li>
              ))}
            </ol>
          ) : (
            <dl className="space-y-3">
              {Object.entries(snapshot).map(([field, text]) => (
                <div key={field}>
                  <dt className="text-muted text-sm">{m.moderation_field({ field })}</dt>
                  <dd className="whitespace-pre-line [overflow-wrap:anywhere]">
                    {shownOf(kind, field, text)}
                  </dd>
                </div>
              ))}
            </dl>
          )}
        </Section>
        <Section title={m.moderation_reporters()}>
          <ul className="space-y-4">
            {reporters.map((reporter) => (
              <li key={reporter._id ?? reporter.createdAt}>
                <p className="flex flex-wrap items-center gap-2">
                  <span className="font-medium">
                    {reporter.name || m.moderation_standing({ standing: reporter.standing })}
                  </span>
                  {reporter._id && (
                    <Tag tone={reporter.standing === 'good' ? 'green' : 'red'}>
                      {m.moderation_standing({ standing: reporter.standing })}
                    </Tag>
                  )}
                  <span className="text-muted text-sm">
                    {m.moderation_reason({ reason: reporter.reason })}, {formatDate(reporter.createdAt)}
                  </span>
                </p>
                {reporter.text && (
                  <p className="mt-1 whitespace-pre-line [overflow-wrap:anywhere]">{reporter.text}</p>
                )}
              </li>
            ))}
          </ul>
        </Section>
      </div>
      <aside className="space-y-6 lg:sticky lg:top-24">
        <ActForm report={report} />
        {author && (
          <Section title={m.moderation_author()}>
            <p className="flex flex-wrap items-center gap-2">
              <span className="font-medium">{fullName(author)}</span>
              <Tag tone={author.state === 'active' ? 'green' : 'red'}>
                {m.moderation_account_state({ state: author.state })}
              </Tag>
            </p>
            <p className="mt-1 text-muted text-sm">
              {m.moderation_author_facts({ date: formatDate(author.createdAt), count: author.reports })}
            </p>
            <History decisions={author.history} of={report._id} />
          </Section>
        )}
        {!author && decisions.length > 0 && <History decisions={decisions} of={report._id} />}
      </aside>
    </div>
  )
}

/** The words of a field; those of a fixed list are translated. */
function shownOf(kind: Report['kind'], field: string, text: string): string {
  if (field === 'contract_types') return text.split('\n').map(contractTypeName).join('\n')
  if (kind === 'user' && field === 'role')
    return text === 'recruiter' ? m.general_recruiter() : m.general_developer()
  return text
}

/** Decisions about other things link to their own reports, where they can be reversed. */
function History({ decisions, of }: { decisions: Report['decisions']; of: string }) {
  if (decisions.length === 0) return null
  return (
    <ol className="mt-4 space-y-3 border-line border-t pt-4">
      {decisions.map((decision) => (
        <li key={decision.createdAt} className="text-sm">
          <span className="font-medium">{m.moderation_act({ act: decision.act })}</span>{' '}
          <span className="text-muted">
            {formatDate(decision.createdAt)}, {decision.moderator}
          </span>
          <span className="block whitespace-pre-line [overflow-wrap:anywhere]">{decision.reason}</span>
          {decision.report !== of && (
            <Link to={paths.adminReport(decision.report)} className="text-link">
              {m.moderation_report_page()}
            </Link>
          )}
        </li>
      ))}
    </ol>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card as="section" padding="lg" aria-label={title}>
      <h2 className="mb-4 text-xl">{title}</h2>
      {children}
    </Card>
  )
}
