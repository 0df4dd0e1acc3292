import BellIcon from 'lucide-react/icons/bell'
import { useState } from 'react'
import { Link } from 'react-router'
import { m } from '#contract/texts.ts'
import { useNow } from '../lib/clock.ts'
import { formatTime } from '../lib/format.ts'
import { dayLabel } from '../messages/days.ts'
import { type Inbox, useInbox } from '../messages/inbox.ts'
import type { BellItem } from '../messages/inbox-state.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Es } from '../ui/Es.tsx'
import { isQuoted } from './quoted-types.ts'
import { SimilarOffers } from './SimilarOffers.tsx'

type Props = { inbox: Inbox; isOpen: boolean; isDeveloper: boolean; onFollow: () => void }

/** Newest first, each with its time and a link to its subject. */
export function BellList({ inbox, isOpen, isDeveloper, onFollow }: Props) {
  const bell = useInbox(inbox, (state) => state.bell)
  // Items cleared by closing stay visible while the list fades out.
  const [items, setItems] = useState(bell)
  if (isOpen && items !== bell) setItems(bell)
  if (items.length === 0) {
    return (
      <div className="border-line border-t px-4 py-6 text-center text-sm">
        <p className="font-medium">
          <Es>{m.notifications_none()}</Es>
        </p>
        <p className="mt-1 text-muted">
          {isDeveloper ? m.notifications_page_none_developer() : m.notifications_page_none_recruiter()}
        </p>
      </div>
    )
  }
  return (
    <ul className="max-h-96 overflow-y-auto border-line border-t">
      {items.map((item) => (
        <li key={item._id} className="border-line not-first:border-t">
          <Row item={item} onFollow={onFollow} />
          <div className="pr-4 pl-17 not-empty:pb-3">
            <SimilarOffers data={item.data} onFollow={onFollow} />
          </div>
        </li>
      ))}
    </ul>
  )
}

const rowStyles = 'flex items-start gap-3 px-4 py-3 text-sm text-text no-underline'

function Row({ item, onFollow }: { item: BellItem; onFollow: () => void }) {
  if (item.path === null) {
    return (
      <div className={rowStyles}>
        <RowContent item={item} />
      </div>
    )
  }
  return (
    <Link
      to={item.path}
      onClick={onFollow}
      className={`${rowStyles} transition-colors hover:bg-hover focus-visible:-outline-offset-2`}
    >
      <RowContent item={item} />
    </Link>
  )
}

function RowContent({ item }: { item: BellItem }) {
  const day = dayLabel(item.createdAt, useNow())
  return (
    <>
      {item.senderId === null ? (
        <span className="grid size-10 shrink-0 place-items-center rounded-full bg-hover text-muted">
          <BellIcon aria-hidden="true" className="size-5" />
        </span>
      ) : (
        <Avatar src={item.user.avatar} name={item.user.name} surname={item.user.surname} />
      )}
      <span className="min-w-0 flex-1">
        {isQuoted(item.type) ? (
          <Es className="block">{item.text}</Es>
        ) : (
          <span className="block">{item.text}</span>
        )}
        <time dateTime={item.createdAt} className="mt-0.5 block text-muted text-xs tabular-nums">
          {`${day}, ${formatTime(item.createdAt)}`}
        </time>
      </span>
    </>
  )
}
