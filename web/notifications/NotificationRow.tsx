import BellIcon from 'lucide-react/icons/bell'
import Check from 'lucide-react/icons/check'
import { Link } from 'react-router'
import { m } from '#contract/texts.ts'
import { formatList, formatTime, fullName } from '../lib/format.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { cn } from '../ui/cn.ts'
import { Es } from '../ui/Es.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import { type Group, textOf } from './groups.ts'
import { isQuoted } from './quoted-types.ts'
import { SimilarOffers } from './SimilarOffers.tsx'

const MAX_NAMES = 3

type Props = { group: Group; onRead: () => void }

/** A line for a day: opening it, or its button, marks it as read. */
export function NotificationRow({ group, onRead }: Props) {
  const { items, people, unreadIds, path } = group
  const [newest] = items
  const isUnread = unreadIds.length > 0
  const text = textOf(group)
  const content = (
    <>
      {isUnread && <VisuallyHidden>{m.notifications_unread_mark()}</VisuallyHidden>}{' '}
      {text === newest.text && isQuoted(newest.type) ? <Es>{text}</Es> : text}
    </>
  )
  return (
    <div className="relative flex items-start gap-3 px-4 py-3 transition-colors has-[a:hover]:bg-hover">
      <span
        aria-hidden="true"
        className={cn(
          'mt-4 size-2 shrink-0 rounded-full',
          isUnread && 'bg-primary forced-colors:bg-[Highlight]',
        )}
      />
      {newest.senderId === null ? (
        <span className="grid size-10 shrink-0 place-items-center rounded-full bg-hover text-muted">
          <BellIcon aria-hidden="true" className="size-5" />
        </span>
      ) : (
        <Avatar src={newest.user.avatar} name={newest.user.name} surname={newest.user.surname} />
      )}
      <div className="min-w-0 flex-1">
        <p className={cn('break-words text-sm', isUnread && 'font-medium')}>
          {path === null ? (
            content
          ) : (
            <Link
              to={path}
              onClick={onRead}
              className="text-text no-underline after:absolute after:inset-0 focus-visible:after:-outline-offset-2"
            >
              {content}
            </Link>
          )}
        </p>
        <p className="mt-0.5 break-words text-muted text-xs">
          <time dateTime={newest.createdAt} className="tabular-nums">
            {formatTime(newest.createdAt)}
          </time>
          {people.length > 1 && ` · ${namesOf(people)}`}
        </p>
        <SimilarOffers data={newest.data} onFollow={onRead} />
      </div>
      {isUnread && (
        <IconButton
          label={m.notifications_mark_one({ text })}
          variant="ghost"
          onClick={onRead}
          className="relative shrink-0"
        >
          <Check />
        </IconButton>
      )}
    </div>
  )
}

function namesOf(people: Group['people']): string {
  const names = people.slice(0, MAX_NAMES).map(fullName)
  const more = people.length - MAX_NAMES
  return more > 0
    ? m.notifications_names_and_more({ names: names.join(', '), count: more })
    : formatList(names)
}
