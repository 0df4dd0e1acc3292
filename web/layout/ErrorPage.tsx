import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { m } from '#contract/texts.ts'
import { ownAddress } from '../lib/language.ts'
import { PageLoadError } from '../lib/page-load-error.ts'
import { useOnline } from '../lib/use-online.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/Button.tsx'
import { BridgeMark } from '../ui/Logo.tsx'
import { DocumentHead } from './DocumentHead.tsx'

/** The top-level error page (decision 47). With few dependencies, since any of them may be broken. */
export function ErrorPage() {
  const error = useRouteError()
  const isOnline = useOnline()
  // A page's code is fetched when it is first opened.
  const isMissing = error instanceof PageLoadError
  const isOutOfReach = isMissing && !isOnline
  useEffect(() => {
    console.error(error)
    // A release removes the chunks of the former one.
    if (isMissing && isOnline) reloadOnce()
  }, [error, isMissing, isOnline])
  const heading = isOutOfReach ? m.layout_offline() : m.layout_went_wrong()
  return (
    <div className="page-width flex flex-1 flex-col items-center justify-center py-16 text-center">
      <DocumentHead title={heading} />
      <BridgeMark className="mb-6 h-16 w-auto text-muted" />
      <h1 className="text-3xl">{heading}</h1>
      <p className="mt-3 max-w-md text-muted">
        {isOutOfReach ? m.layout_not_opened_before() : m.layout_unexpected()}
      </p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        {isOutOfReach ? (
          <Button onClick={() => window.history.back()}>{m.layout_go_back()}</Button>
        ) : (
          <>
            <Button onClick={() => window.location.reload()}>{m.layout_reload()}</Button>
            {/* A full load discards the broken state. */}
            <Button variant="outline" onClick={() => window.location.assign(ownAddress(paths.home()))}>
              {m.layout_go_home()}
            </Button>
          </>
        )}
      </div>
    </div>
  )
}

const KEY = 'reloadedAt'
const PAUSE_MS = 30_000

function reloadOnce() {
  try {
    if (Date.now() - Number(sessionStorage.getItem(KEY)) < PAUSE_MS) return
    sessionStorage.setItem(KEY, String(Date.now()))
    window.location.reload()
  } catch {
    // Without storage a loop could not be detected: only the button reloads.
  }
}
