import type { Random } from '../../server/test/random.ts'
import { PALETTE_NAMES } from '../art/palettes.ts'
import type { ConversationSeed } from '../content/conversation-seed.ts'
import { CONVERSATIONS } from '../content/conversations.ts'
import type { Conversation, Developer, Recruiter } from '../world-types.ts'
import { iso } from './clock.ts'
import type { Maker } from './maker.ts'

const PICTURE_WIDTH = 800

export function buildConversations(maker: Maker, people: (Developer | Recruiter)[]): Conversation[] {
  const random = maker.randomFor('conversations')
  const idOf = (key: string) => {
    const found = people.find((person) => person.key === key)
    if (!found) throw new Error(`Nobody is called ${key}`)
    return found.id
  }
  return CONVERSATIONS.map((seed, number) => {
    const [first, second] = seed.between.map(idOf) as [string, string]
    const times = timesOf(maker, random, seed)
    const messages = seed.lines.map(([who, text, picture], i) => {
      const at = times[i] ?? maker.clock.nowMs
      const senderId = idOf(who)
      const image = picture
        ? maker.addFile('chat', senderId, at, {
            draw: 'cover',
            width: PICTURE_WIDTH,
            family: picture,
            palette: random.pick(PALETTE_NAMES),
            variant: random.int(0, 11),
            word: 'Puente',
            seed: `chat/${number}/${i}`,
          })
        : ''
      return {
        id: maker.newId(at),
        senderId,
        receiverId: senderId === first ? second : first,
        text,
        image,
        createdAt: iso(at),
      }
    })
    return {
      id: maker.newId(times[0] ?? maker.clock.nowMs),
      people: first < second ? ([first, second] as [string, string]) : ([second, first] as [string, string]),
      messages,
      unread: seed.unread,
    }
  })
}

/** People talk in bursts: a few minutes between two lines, then hours of silence. */
function timesOf({ clock }: Maker, random: Random, seed: ConversationSeed): number[] {
  const first = clock.daysAgo(seed.startedDaysAgo)
  const last = clock.hoursAgo(seed.latestHoursAgo)
  const gaps = seed.lines
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
