import { NOTIFICATION_TYPES, type Notification } from '#contract/notifications.ts'
import { m } from '#contract/texts.ts'
import { dayOf } from '../messages/days.ts'

export type Group = {
  /** Newest first, at least one. */
  items: [Notification, ...Notification[]]
  /** The senders, each once. */
  people: Notification['user'][]
  unreadIds: string[]
  /** The page to open. */
  path: string | null
}
export type Day = { key: string; groups: Group[] }

/** By day and subject: all likes of a project, or applications for an offer, of one day are one line. Keeps the order. */
export function groupByDay(notifications: readonly Notification[]): Day[] {
  const days = new Map<string, Map<string, Group>>()
  const seen = new Set<string>()
  for (const item of notifications) {
    // A later page repeats rows when new ones have arrived.
    if (seen.has(item._id)) continue
    seen.add(item._id)
    const day = dayOf(item.createdAt)
    const groups = days.get(day) ?? new Map<string, Group>()
    days.set(day, groups)
    const key = thingOf(item)
    const group = groups.get(key)
    if (group) group.items.push(item)
    else groups.set(key, { items: [item], people: [], unreadIds: [], path: item.path })
  }
  return [...days].map(([key, groups]) => ({ key, groups: [...groups.values()].map(completed) }))
}

function completed({ items }: Group): Group {
  const people = new Map(items.flatMap(({ senderId, user }) => (senderId ? [[senderId, user]] : [])))
  const unreadIds = items.filter(({ readAt }) => readAt === null).map(({ _id }) => _id)
  // Several applicants link to the board, a single one to their card.
  const path = items.length > 1 ? pageOf(items[0]) : items[0].path
  return { items, people: [...people.values()], unreadIds, path }
}

/** Likes of a project and applications for an offer share a line; every other notification has its own. */
function thingOf(item: Notification): string {
  const { _id, type } = item
  const isGrouped = type === NOTIFICATION_TYPES.like || type === NOTIFICATION_TYPES.newApplication
  return isGrouped ? `${type} ${pageOf(item)}` : _id
}

const pageOf = ({ path }: Notification) => path?.split('?')[0] ?? null

export function textOf({ items, people }: Group): string {
  const [{ type, data, text }] = items
  const count = people.length
  if (count < 2) return text
  if (type === NOTIFICATION_TYPES.newApplication) {
    return m.notifications_people_applied({ count, position: String(data.position ?? '') })
  }
  const title = String(data.title ?? '')
  // Older likes have no title.
  return title === ''
    ? m.notifications_people_liked_project({ count })
    : m.notifications_people_liked({ count, title })
}
