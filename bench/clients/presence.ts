// A burst of people, some of whom have the chat open; prints how many milliseconds after its partner each of those
// knew of it at the latest. argv: address, how many watch. Standard input: [{ id, token }].
import { text } from 'node:stream/consumers'
import { openDevice, type Person } from './device.ts'

const AT_ONCE = 100
const LISTS_FOR_MS = 4000
const [url = '', watching = '0'] = process.argv.slice(2)
const people: Person[] = JSON.parse(await text(process.stdin))
const every = Number(watching) === 0 ? Number.POSITIVE_INFINITY : people.length / Number(watching)

const connectedAt = new Map<string, number>()
const knownAt = new Map<string, number>()
const places = people.map((_, place) => place).reverse()
const connectAll = async () => {
  for (let place = places.pop(); place !== undefined; place = places.pop()) {
    const [person, partner] = [people[place], people[place ^ 1]]
    if (!person || !partner) continue
    const watchPresence = place % every === 0
    const hear = (event: string) => {
      if (!watchPresence || knownAt.has(partner.id) || !event.startsWith('["getOnlineUsers"')) return
      if (event.includes(partner.id)) knownAt.set(partner.id, performance.now())
    }
    await openDevice(url, person, hear, { watchPresence })
    connectedAt.set(person.id, performance.now())
  }
}
await Promise.all(Array.from({ length: AT_ONCE }, connectAll))
await new Promise((resolve) => setTimeout(resolve, LISTS_FOR_MS))
const delays = [...knownAt].map(([id, at]) => at - (connectedAt.get(id) ?? 0))
console.log(JSON.stringify({ watchers: knownAt.size, slowestMs: Math.max(0, ...delays) }))
process.exit(0)
