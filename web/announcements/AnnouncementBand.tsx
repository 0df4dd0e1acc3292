import Megaphone from 'lucide-react/icons/megaphone'
import X from 'lucide-react/icons/x'
import { type Announcement, dismissAnnouncement } from '#contract/announcements.ts'
import { m } from '#contract/texts.ts'
import { request } from '../lib/api.ts'
import { IconButton } from '../ui/IconButton.tsx'

type AnnouncementBandProps = { announcement: Announcement; isSignedIn: boolean; onDismiss: () => void }

/** Below the header. Dismissed in this browser at once, and for the account, if the call succeeds, in all others. */
export default function AnnouncementBand({
  announcement: { _id, text },
  isSignedIn,
  onDismiss,
}: AnnouncementBandProps) {
  return (
    <section aria-label={m.announcements_band()} className="border-line border-b bg-blue-bg text-sm">
      <div className="page-width flex items-start gap-3 py-1">
        <Megaphone aria-hidden="true" className="mt-3.5 size-4 shrink-0 text-blue-ink" />
        <p className="min-w-0 flex-1 whitespace-pre-line py-3 [overflow-wrap:anywhere]">{text}</p>
        <IconButton
          label={m.announcements_dismiss()}
          onClick={() => {
            onDismiss()
            // The focused button is removed.
            document.getElementById('content')?.focus({ preventScroll: true })
            if (isSignedIn) void request(dismissAnnouncement, { params: { id: _id } })
          }}
        >
          <X aria-hidden="true" />
        </IconButton>
      </div>
    </section>
  )
}
