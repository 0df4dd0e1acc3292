import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { m } from '#contract/texts.ts'
import { isMissing } from '../lib/api-failure.ts'
import { buttonStyles } from '../ui/Button.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Page } from './Page.tsx'

type FailedPageProps = {
  /** The page's subject. */
  thing: keyof typeof THINGS
  query: UseQueryResult<unknown>
  /** Replaces the failure's message. */
  message?: ReactNode
  /** A link to continue. */
  way: { label: string; to: string }
}

const THINGS = {
  application: {
    title: m.applications_page_title,
    gone: m.applications_page_gone,
    failed: m.applications_page_failed,
  },
  offer: { title: m.offers_page_title, gone: m.offers_page_gone, failed: m.offers_page_failed },
  profile: { title: m.users_page_title, gone: m.users_page_gone, failed: m.users_page_failed },
  project: { title: m.projects_page_title, gone: m.projects_page_gone, failed: m.projects_page_failed },
  recruiter: {
    title: m.recruiters_page_title,
    gone: m.recruiters_page_gone,
    failed: m.recruiters_page_failed,
  },
}

/** Replaces a page whose data could not be read. Missing content gets no retry. */
export function FailedPage({ thing, query, message = query.error?.message, way }: FailedPageProps) {
  const isGone = isMissing(query.error)
  return (
    <Page title={THINGS[thing].title()} heading={null}>
      <ErrorState
        level={1}
        calm={isGone}
        heading={isGone ? THINGS[thing].gone() : THINGS[thing].failed()}
        message={message}
        {...(!isGone && { onRetry: () => void query.refetch(), retrying: query.isFetching })}
        action={
          <Link to={way.to} className={buttonStyles({ variant: isGone ? 'primary' : 'outline' })}>
            {way.label}
          </Link>
        }
      />
    </Page>
  )
}
