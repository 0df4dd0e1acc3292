import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { paths } from '../paths.ts'
import { Button } from '../ui/Button.tsx'
import { BridgeMark } from '../ui/Logo.tsx'
import { documentTitle } from './Page.tsx'

/** The top-level error screen (DECISION 50). It uses nothing that could be what broke. */
export function ErrorPage() {
  const error = useRouteError()
  useEffect(() => {
    console.error(error)
    if (isMissingChunk(error)) reloadOnce()
  }, [error])
  return (
    <div className="page-width flex flex-1 flex-col items-center justify-center py-16 text-center">
      <title>{documentTitle('Something went wrong')}</title>
      <BridgeMark className="mb-6 h-16 w-auto text-muted" />
      <h1 className="text-3xl">Something went wrong</h1>
      <p className="mt-3 text-muted">An unexpected error occurred. Please try again.</p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <Button onClick={() => window.location.reload()}>Reload</Button>
        {/* A full load, so that nothing of the broken state is kept. */}
        <Button variant="outline" onClick={() => window.location.assign(paths.home())}>
          Go to Home
        </Button>
      </div>
    </div>
  )
}

/** A page of the former version is gone after a release; loading again brings the new one. */
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
