import { ErrorBoundary } from 'react-error-boundary'
import ChatWidget from '../messages/ChatWidget.tsx'

/** The chat of one person, which opens the socket; loaded when there is somebody (DECISION 46). */
export default function SignedInParts() {
  return (
    // A chat that cannot be drawn takes no page with it.
    <ErrorBoundary fallback={null} onError={(error) => console.error(error)}>
      <ChatWidget />
    </ErrorBoundary>
  )
}
