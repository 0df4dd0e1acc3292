import { useEffect } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { runWhenIdle } from '../lib/run-when-idle.ts'
import ChatWidget from '../messages/ChatWidget.tsx'
import { alertDialogWindow } from '../ui/AlertDialog.tsx'
import { dialogWindow } from '../ui/Dialog.tsx'
import { prefetch } from '../ui/lazy-part.ts'
import { toastList } from '../ui/Toaster.tsx'

/** Fetched when the page has settled: what a signed-in person opens next, so that it opens without a connection too. */
const SOON = [toastList, dialogWindow, alertDialogWindow]

function fetchSoon() {
  for (const part of SOON) prefetch(part)
}

/** The chat of one person, which opens the socket; loaded when there is somebody (DECISION 46). */
export default function SignedInParts() {
  useEffect(() => runWhenIdle(fetchSoon), [])
  return (
    // A chat that cannot be drawn takes no page with it.
    <ErrorBoundary fallback={null} onError={(error) => console.error(error)}>
      <ChatWidget />
    </ErrorBoundary>
  )
}
