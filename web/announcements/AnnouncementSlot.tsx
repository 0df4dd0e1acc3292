import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAuth } from '../lib/auth.ts'
import { lazyImport, useLazyImport } from '../ui/lazy-import.ts'
import { announcementsQuery, ownAnnouncementsQuery } from './announcements.api.ts'
import { readDismissed, storeDismissed } from './dismissed.ts'

const bandCode = lazyImport(() => import('./AnnouncementBand.tsx').then((module) => module.default))

/**
 * The newest announcement that was not dismissed (MOD-06). Only after hydration, so that the cached page is the same for
 * everybody; its code is loaded only when there is one.
 */
export function AnnouncementSlot() {
  const { status } = useAuth()
  const [dismissed, setDismissed] = useState(readDismissed)
  const isSignedIn = status === 'signed-in'
  const isOpen = ({ _id }: { _id: string }) => !dismissed.includes(_id)
  const all = useQuery({ ...announcementsQuery(), enabled: status !== 'unknown' })
  const own = useQuery({ ...ownAnnouncementsQuery(), enabled: isSignedIn && all.data?.some(isOpen) === true })
  const shown = (isSignedIn ? own.data : status === 'visitor' ? all.data : undefined)?.find(isOpen)
  const Band = useLazyImport(bandCode, shown !== undefined, () => undefined)
  return (
    Band &&
    shown && (
      <Band
        key={shown._id}
        announcement={shown}
        isSignedIn={isSignedIn}
        onDismiss={() => setDismissed(storeDismissed(shown._id))}
      />
    )
  )
}
