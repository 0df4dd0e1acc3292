import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { useOnline } from '../lib/use-online.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/Button.tsx'
import { BridgeMark } from '../ui/Logo.tsx'
import { DocumentHead } from './DocumentHead.tsx'

/** The top-level error screen (DECISION 50). It uses nothing that could be what broke. */
export function ErrorPage() {
  const error = useRouteError()
  const isOnline = useOnline()
  // A page that nobody has opened yet has to be fetched.
  const isOutOfReach = isMissingChunk(error) && !isOnline
  useEffect(() => {
    console.error(error)
    // A page of the former version is gone after a release, and none is fetched without a line.
    if (isMissingChunk(error) && isOnline) reloadOnce()
  }, [error, isOnline])
  const heading = isOutOfReach ? 'You are offline' : 'Something went wrong'
  return (
    <div className="page-width flex flex-1 flex-col items-center justify-center py-16 text-center">
      <DocumentHead title={heading} />
      <BridgeMark className="mb-6 h-16 w-auto text-muted" />
      <h1 className="text-3xl">{heading}</h1>
      <p className="mt-3 max-w-md text-muted">
        {isOutOfReach
          ? 'This page has not been opened before. It comes by itself when the line is back; pages that you have opened can still be read.'
          : 'An unexpected error occurred. Please try again.'}
      </p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        {isOutOfReach ? (
          <Button onClick={() => window.history.back()}>Go Back</Button>
        ) : (
          <>
            <Button onClick={() => window.location.reload()}>Reload</Button>
            {/* A full load, so that nothing of the broken state is kept. */}
            <Button variant="outline" onClick={() => window.location.assign(paths.home())}>
              Go to Home
            </Button>
          </>
        )}
      </div>
    </div>
  )
}

function isMissingChunk(error: unknown) {
  return error instanceof Error && /dynamically imported module|module script failed/i.test(error.message)
}

const KEY = 'reloadedAt'
const PAUSE_MS = 30_000

function reloadOnce() {
  try {
    if (Date.now() - Number(sessionStorage.getItem(KEY)) < PAUSE_MS) return
    sessionStorage.setItem(KEY, String(Date.now()))
    window.location.reload()
  } catch {
    // Without storage there is no way to tell the first time from the tenth: the button stays.
  }
}
