// A burst of connections, some of which watch presence; prints the longest delay in ms until a watcher saw its
// partner online. argv: URL, number of watchers. Standard input: [{ id, token }].
import { text } from 'node:stream/consumers'
import { openDevice, type Person } from './device.ts'

const CONCURRENCY = 100
const SETTLE_MS = 4000
const [url = '', watching = '0'] = process.argv.slice(2)
const people: Person[] = JSON.parse(await text(process.stdin))
const every = Number(watching) === 0 ? Number.POSITIVE_INFINITY : people.length / Number(watching)

const connectedAt = new Map<string, number>()
const knownAt = new Map<string, number>()
const indexes = people.map((_, index) => index).reverse()
const connectAll = async () => {
  for (let index = indexes.pop(); index !== undefined; index = indexes.pop()) {
    const [person, partner] = [people[index], people[index ^ 1]]
    if (!person || !partner) continue
    const watchPresence = index % every === 0
    const onEvent = (event: string) => {
      if (!watchPresence || knownAt.has(partner.id) || !event.startsWith('["getOnlineUsers"')) return
      if (event.includes(partner.id)) knownAt.set(partner.id, performance.now())
    }
    await openDevice(url, person, onEvent, { watchPresence })
    connectedAt.set(person.id, performance.now())
  }
}
await Promise.all(Array.from({ length: CONCURRENCY }, connectAll))
await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
const delays = [...knownAt].map(([id, at]) => at - (connectedAt.get(id) ?? 0))
console.log(JSON.stringify({ watchers: knownAt.size, slowestMs: Math.max(0, ...delays) }))
process.exit(0)
