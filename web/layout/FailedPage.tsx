import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { isMissing } from '../lib/api-failure.ts'
import { buttonStyles } from '../ui/Button.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Page } from './Page.tsx'

type FailedPageProps = {
  /** The page's subject: 'offer'. */
  thing: string
  query: UseQueryResult<unknown>
  /** Replaces the failure's message. */
  message?: ReactNode
  /** A link to continue. */
  way: { label: string; to: string }
}

/** Replaces a page whose data could not be read. Missing content gets no retry. */
export function FailedPage({ thing, query, message = query.error?.message, way }: FailedPageProps) {
  const isGone = isMissing(query.error)
  return (
    <Page title={thing.charAt(0).toUpperCase() + thing.slice(1)} heading={null}>
      <ErrorState
        level={1}
        calm={isGone}
        heading={isGone ? `This ${thing} is not here` : `This ${thing} could not be loaded`}
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
