import type { UseQueryResult } from '@tanstack/react-query'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { type ReactNode, useEffect } from 'react'
import { m } from '#contract/texts.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'

type NothingFoundProps = {
  title: ReactNode
  text: string
  /** Set while filters are set: clears them. */
  onReset?: (() => void) | undefined
}

export function NothingFound({ title, text, onReset }: NothingFoundProps) {
  return (
    <EmptyState
      title={title}
      text={text}
      action={
        onReset && (
          <Button variant="outline" onClick={onReset}>
            {m.lists_reset_filters()}
          </Button>
        )
      }
    />
  )
}

type FailedAsEmptyProps = { title: string; query: UseQueryResult; logged: string | undefined }

/** A list that failed to load looks like an empty one, and its failure is logged (ERR-20, ERR-63). */
export function FailedAsEmpty({ title, query, logged }: FailedAsEmptyProps) {
  useEffect(() => {
    if (logged) console.error(logged)
  }, [logged])
  return (
    <EmptyState
      title={title}
      text={m.lists_failed()}
      action={
        <Button variant="outline" loading={query.isFetching} onClick={() => void query.refetch()}>
          <RotateCcw aria-hidden="true" />
          {m.general_try_again()}
        </Button>
      }
    />
  )
}
