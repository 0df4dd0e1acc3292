// Messages at a given rate, however fast they are answered; prints how long they took from hand to hand, in ms.
// argv: address of senders, address of receivers, 'stored' or 'relay', messages a second, seconds, and what else is
// asked meanwhile: a path and how often a second. Standard input: [{ id, token }].
import { text } from 'node:stream/consumers'
import { openDevice, openLine } from './device.ts'

const TICK_MS = 1
const WARM_UP_MS = 1000
const WORDS = 'x'.repeat(160)
const [sendUrl = '', hearUrl = '', mode, rate = '1000', seconds = '4', path = '/', pathRate = '0'] =
  process.argv.slice(2)
const people = JSON.parse(await text(process.stdin))

let delays: number[] = []
let greeted = 0
const devices = await Promise.all(
  people.map((person: { id: string; token: string }, place: number) => {
    const own = `"senderId":"${person.id}"`
    // Odd ones hear where the others send.
    return openDevice(place % 2 === 0 ? sendUrl : hearUrl, person, (event) => {
      if (event.startsWith('["hello"')) greeted += 1
      if (!event.startsWith('["newMessage"') || event.includes(own)) return
      delays.push(performance.now() - Number.parseFloat(event.slice(event.indexOf('"text":"') + 8)))
    })
  }),
)

type Line = ReturnType<typeof openLine>
const free: Line[] = []
let turn = 0
let refused = 0

async function send(): Promise<void> {
  // Even people send to odd ones.
  const place = (turn * 2) % people.length
  turn += 1
  const [sender, receiver] = [people[place], people[place + 1]]
  const stamped = `${performance.now().toFixed(3)} ${WORDS}`
  if (mode === 'relay') return devices[place].ask('send', { to: receiver.id, text: stamped })
  const line = free.pop() ?? openLine(sendUrl)
  const status = await line.post(
    `/api/messages/send/${receiver.id}`,
    sender.token,
    JSON.stringify({ text: stamped }),
  )
  if (status !== 201) refused += 1
  free.push(line)
}

const reading: Line[] = []
async function read(): Promise<void> {
  const line = reading.pop() ?? openLine(sendUrl)
  await line.get(path)
  reading.push(line)
}

/** So many a second in even steps, whatever the clock does. */
function steadily(perSecond: number, act: () => Promise<void>): void {
  const startedAt = performance.now()
  let done = 0
  setInterval(() => {
    const due = Math.floor(((performance.now() - startedAt) / 1000) * perSecond)
    for (; done < due; done += 1) void act()
  }, TICK_MS)
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
// Who is not greeted yet hears of a message with the greeting.
while (mode !== 'relay' && greeted < people.length) await wait(TICK_MS)
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
