import { lazy, Suspense, useEffect } from 'react'
import { useAuth } from '../lib/auth.ts'
import { cn } from '../ui/cn.ts'
import { untilLoaded } from './until-loaded.ts'

const ConfirmNotice = lazy(() => untilLoaded(() => import('../security/ConfirmNotice.tsx')))

/**
 * Only for people with an unconfirmed address (ACCT-01). Their browser remembers it, so that public/theme.js reserves the
 * place before the first paint, and nothing moves when the profile and the code arrive.
 */
export function ConfirmSlot() {
  const { status, profile } = useAuth()
  const isKnown = status === 'signed-in' || status === 'visitor'
  // Not `!profile.emailConfirmed`: a server of the former release sends none.
  const isUnconfirmed = profile?.emailConfirmed === false
  useEffect(() => {
    if (isKnown) remember(isUnconfirmed)
  }, [isKnown, isUnconfirmed])

  return (
    <div
      className={cn(
        'hidden min-h-26 items-center border-line border-b bg-blue-bg sm:min-h-15',
        isUnconfirmed && 'grid',
        !isKnown && 'in-data-unconfirmed:grid',
      )}
    >
      {isUnconfirmed && (
        <Suspense fallback={null}>
          <ConfirmNotice />
        </Suspense>
      )}
    </div>
  )
}

function remember(isUnconfirmed: boolean) {
  try {
    if (isUnconfirmed) localStorage.setItem('unconfirmed', 'yes')
    else localStorage.removeItem('unconfirmed')
  } catch {
    // Without storage the place is not reserved.
  }
}
