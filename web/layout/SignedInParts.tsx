import { useEffect } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { openChat } from '../lib/open-chat.ts'
import { pendingAction } from '../lib/pending-action.ts'
import { runWhenIdle } from '../lib/run-when-idle.ts'
import ChatWidget from '../messages/ChatWidget.tsx'
import { alertDialogPopup } from '../ui/AlertDialog.tsx'
import { dialogPopup } from '../ui/Dialog.tsx'
import { prefetch } from '../ui/lazy-import.ts'
import { toastList } from '../ui/Toaster.tsx'

/** Prefetched when the page is idle, so that they open offline too. */
const SOON = [toastList, dialogPopup, alertDialogPopup]

function prefetchSoon() {
  for (const load of SOON) prefetch(load)
}

/** The chat, which opens the socket; loaded for signed-in people only (decision 35). */
export default function SignedInParts() {
  useEffect(() => runWhenIdle(prefetchSoon), [])
  useEffect(() => {
    const contact = pendingAction.take('contact')
    if (contact) openChat.with(contact.person)
  }, [])
  return (
    // A chat that fails to render must not take the page down.
    <ErrorBoundary fallback={null} onError={(error) => console.error(error)}>
      <ChatWidget />
    </ErrorBoundary>
  )
}
