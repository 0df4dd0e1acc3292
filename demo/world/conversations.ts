import type { Random } from '../../server/test/random.ts'
import type { ConversationSeed } from '../content/conversation-seed.ts'
import { CONVERSATIONS } from '../content/conversations.ts'
import type { Conversation, Developer, Recruiter } from '../world-types.ts'
import type { WorldBuilder } from './builder.ts'
import { iso } from './clock.ts'
import { findByKey } from './people.ts'

export function buildConversations(builder: WorldBuilder, people: (Developer | Recruiter)[]): Conversation[] {
  const random = builder.randomFor('conversations')
  const idOf = (key: string) => findByKey(people, key).id
  return CONVERSATIONS.map((seed) => {
    const [first, second] = seed.between.map(idOf) as [string, string]
    const times = timesOf(builder, random, seed)
    const messages = seed.messages.map(([sender, text, picture], i) => {
      const at = times[i] ?? builder.clock.nowMs
      const senderId = idOf(sender)
      const image = picture ? builder.addFile('chat', senderId, at, `pictures/${picture}`) : ''
      return {
        id: builder.newId(at),
        senderId,
        receiverId: senderId === first ? second : first,
        text,
        image,
        createdAt: iso(at),
      }
    })
    return {
      id: builder.newId(times[0] ?? builder.clock.nowMs),
      people: first < second ? ([first, second] as [string, string]) : ([second, first] as [string, string]),
      messages,
      unread: seed.unread,
    }
  })
}

/** Bursts: a few minutes between two messages, then hours of silence. */
function timesOf({ clock }: WorldBuilder, random: Random, seed: ConversationSeed): number[] {
  const first = clock.daysAgo(seed.startedDaysAgo)
  const last = clock.hoursAgo(seed.latestHoursAgo)
  const gaps = seed.messages
    .slice(1)
    .map(() => (random.chance(0.7) ? random.float(0.02, 0.2) : random.float(3, 20)))
  // At least one long silence, or the burst would have to fill days.
  if (gaps.length > 0 && Math.max(...gaps) < 1) gaps[Math.floor(gaps.length / 2)] = 12
  const short = gaps.filter((gap) => gap < 1).reduce((sum, gap) => sum + gap * 3_600_000, 0)
  const long = gaps.filter((gap) => gap >= 1).reduce((sum, gap) => sum + gap, 0)
  const scale = (last - first - short) / Math.max(1, long)
  const times = [gaps.length === 0 ? last : first]
  for (const gap of gaps) times.push((times.at(-1) ?? first) + (gap < 1 ? gap * 3_600_000 : gap * scale))
  return times.map(Math.round)
}
