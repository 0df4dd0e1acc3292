import BellIcon from 'lucide-react/icons/bell'
import { useState } from 'react'
import { Link } from 'react-router'
import { m } from '#contract/texts.ts'
import { useAuth } from '../lib/auth.ts'
import { type Inbox, inboxOf, useInbox } from '../messages/inbox.ts'
import { paths } from '../paths.ts'
import { Badge } from '../ui/Badge.tsx'
import { Popover } from '../ui/Popover.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import { BellList } from './BellList.tsx'

/** The bell of the header, 44 × 44 px (NOTIF-02). */
export default function Bell() {
  const { id, role } = useAuth()
  return id === undefined ? null : <BellOf inbox={inboxOf(id)} isDeveloper={role === 'developer'} />
}

function BellOf({ inbox, isDeveloper }: { inbox: Inbox; isDeveloper: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const count = useInbox(inbox, ({ counts }) => counts?.bell ?? 0)

  function handleOpenChange(open: boolean) {
    setOpen(open)
    // "Cleared when the opened bell list is closed" (decision 43).
    if (!open) inbox.clearBell()
  }

  return (
    <Popover
      title={m.notifications_title()}
      align="end"
      open={isOpen}
      onOpenChange={handleOpenChange}
      className="px-0 pb-0 max-sm:w-[calc(100vw-1rem)] [&>h2]:px-4"
      trigger={
        <button
          type="button"
          title={m.notifications_title()}
          className="relative grid size-11 place-items-center rounded-control transition-colors hover:bg-hover"
        >
          {/* The accessible name includes the badge, so that voice control matches what is visible. */}
          <VisuallyHidden>
            {count > 0 ? `${m.notifications_title()}, ` : m.notifications_title()}
          </VisuallyHidden>
          <BellIcon aria-hidden="true" className="size-5" />
          <Badge
            count={count}
            label={m.notifications_new({ count })}
            className="absolute top-0 left-[calc(50%+0.125rem)] h-4.5 min-w-4.5 px-1 ring-2 ring-surface"
          />
        </button>
      }
    >
      <BellList
        inbox={inbox}
        isOpen={isOpen}
        isDeveloper={isDeveloper}
        onFollow={() => handleOpenChange(false)}
      />
      <Link
        to={paths.notifications()}
        onClick={() => handleOpenChange(false)}
        className="flex min-h-11 items-center justify-center border-line border-t px-4 text-sm hover:bg-hover focus-visible:-outline-offset-2"
      >
        {m.notifications_all_link()}
      </Link>
    </Popover>
  )
}
