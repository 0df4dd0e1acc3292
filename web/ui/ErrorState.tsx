import RotateCcw from 'lucide-react/icons/rotate-ccw'
import type { ReactNode } from 'react'
import { m } from '#contract/texts.ts'
import { Button } from './Button.tsx'
import { cn } from './cn.ts'
import { LazyErrorDrawing } from './LazyErrorDrawing.tsx'

type ErrorStateProps = {
  /** From the server or the text catalogue. */
  message: ReactNode
  heading?: ReactNode
  /** Heading level; 1 where it replaces the whole page. */
  level?: 1 | 2 | undefined
  onRetry?: (() => void) | undefined
  retrying?: boolean | undefined
  /** Actions beside the retry. */
  action?: ReactNode
  /** Muted, for states that are no failure. */
  calm?: boolean | undefined
  /** Without the drawing, for panels and columns. */
  compact?: boolean | undefined
  className?: string | undefined
}

/** An error message with a retry. */
export function ErrorState({
  message,
  heading,
  level = 2,
  onRetry,
  retrying = false,
  action,
  calm = false,
  compact = false,
  className,
}: ErrorStateProps) {
  const Heading = `h${level}` as const
  return (
    <div
      role="alert"
      className={cn(
        'mx-auto flex max-w-md flex-col items-center px-4 text-center',
        compact ? 'py-4' : 'py-10',
        className,
      )}
    >
      {!compact && <LazyErrorDrawing />}
      {heading && <Heading className={cn('mb-2', level === 1 ? 'text-3xl' : 'text-xl')}>{heading}</Heading>}
      <p className={calm ? 'text-muted' : 'text-danger'}>{message}</p>
      {(onRetry || action) && (
        <div className="mt-5 flex flex-wrap justify-center gap-3">
          {onRetry && (
            <Button variant="outline" size={compact ? 'sm' : 'md'} loading={retrying} onClick={onRetry}>
              <RotateCcw aria-hidden="true" />
              {m.general_try_again()}
            </Button>
          )}
          {action}
        </div>
      )}
    </div>
  )
}
