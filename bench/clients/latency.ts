// Sends messages at a fixed rate; prints their latency from sender to receiver in ms.
// argv: URL of the senders, URL of the receivers, messages per second, seconds, and other traffic: a path and its
// requests per second. Standard input: [{ id, token }].
import { text } from 'node:stream/consumers'
import { openConnection, openDevice } from './device.ts'
import { MESSAGE } from './message.ts'

const TICK_MS = 1
const WARM_UP_MS = 1000
const [sendUrl = '', receiveUrl = '', rate = '1000', seconds = '4', path = '/', pathRate = '0'] =
  process.argv.slice(2)
const people = JSON.parse(await text(process.stdin))

let delays: number[] = []
let snapshots = 0
await Promise.all(
  people.map((person: { id: string; token: string }, index: number) => {
    const own = `"senderId":"${person.id}"`
    // Even people send, odd people receive.
    return openDevice(index % 2 === 0 ? sendUrl : receiveUrl, person, (event) => {
      if (event.startsWith('["hello"')) snapshots += 1
      if (!event.startsWith('["newMessage"') || event.includes(own)) return
      delays.push(performance.now() - Number.parseFloat(event.slice(event.indexOf('"text":"') + 8)))
    })
  }),
)

type Connection = ReturnType<typeof openConnection>
const idleSenders: Connection[] = []
let turn = 0
let refused = 0

async function send(): Promise<void> {
  const index = (turn * 2) % people.length
  turn += 1
  const [sender, receiver] = [people[index], people[index + 1]]
  const stamped = `${performance.now().toFixed(3)} ${MESSAGE.slice(0, 160)}`
  const connection = idleSenders.pop() ?? openConnection(sendUrl)
  const status = await connection.post(
    `/api/messages/send/${receiver.id}`,
    sender.token,
    JSON.stringify({ text: stamped }),
  )
  if (status !== 201) refused += 1
  idleSenders.push(connection)
}

const idleReaders: Connection[] = []
async function read(): Promise<void> {
  const connection = idleReaders.pop() ?? openConnection(sendUrl)
  await connection.get(path)
  idleReaders.push(connection)
}

/** Runs `act` at a fixed rate in even steps. */
function steadily(perSecond: number, act: () => Promise<void>): void {
  const startedAt = performance.now()
  let done = 0
  setInterval(() => {
    const due = Math.floor(((performance.now() - startedAt) / 1000) * perSecond)
    for (; done < due; done += 1) void act()
  }, TICK_MS)
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
// Until its snapshot, a device receives no single messages.
while (snapshots < people.length) await wait(TICK_MS)
steadily(Number(rate), send)
steadily(Number(pathRate), read)
await wait(WARM_UP_MS)
delays = []
refused = 0
await wait(Number(seconds) * 1000)
delays.sort((a, b) => a - b)
const at = (share: number) => delays[Math.floor((delays.length - 1) * share)]
const perSecond = delays.length / Number(seconds)
console.log(JSON.stringify({ p50: at(0.5), p99: at(0.99), perSecond, refused }))
process.exit(0)
