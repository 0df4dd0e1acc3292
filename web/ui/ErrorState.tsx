import { RotateCcw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { cn } from './cn.ts'
import { LazyDrawing } from './LazyDrawing.tsx'

const loadDrawing = async () => {
  const { ErrorDrawing } = await import('./illustrations/ErrorDrawing.tsx')
  return <ErrorDrawing />
}

type ErrorStateProps = {
  /** What happened, in the words of the server or the specification. */
  message: ReactNode
  heading?: ReactNode
  onRetry?: (() => void) | undefined
  retrying?: boolean | undefined
  retryLabel?: string | undefined
  /** Other ways out, beside the retry. */
  action?: ReactNode
  /** Without the drawing, for panels and columns. */
  compact?: boolean | undefined
  className?: string | undefined
}

/** Says what happened and offers to try again. */
export function ErrorState({
  message,
  heading,
  onRetry,
  retrying = false,
  retryLabel = 'Try again',
  action,
  compact = false,
  className,
}: ErrorStateProps) {
  return (
    <div
      role="alert"
      className={cn(
        'mx-auto flex max-w-md flex-col items-center px-4 text-center',
        compact ? 'py-4' : 'py-10',
        className,
      )}
    >
      {!compact && <LazyDrawing load={loadDrawing} />}
      {heading && <h2 className="mb-2 text-xl">{heading}</h2>}
      <p className="text-danger">{message}</p>
      {(onRetry || action) && (
        <div className="mt-5 flex flex-wrap justify-center gap-3">
          {onRetry && (
            <Button variant="outline" size={compact ? 'sm' : 'md'} loading={retrying} onClick={onRetry}>
              <RotateCcw aria-hidden="true" />
              {retryLabel}
            </Button>
          )}
          {action}
        </div>
      )}
    </div>
  )
}
