// Pairs of people who answer each other as fast as they can; prints how many messages arrived a second.
// argv: address, 'stored' or 'relay', seconds; standard input: [{ id, token }].
import { text } from 'node:stream/consumers'
import { type Device, openDevice, openLine, type Person } from './device.ts'

const IN_FLIGHT = 4
const WORDS = 'x'.repeat(180)
const WARM_UP_MS = 500
const [url = '', mode, seconds = '3'] = process.argv.slice(2)
const people: Person[] = JSON.parse(await text(process.stdin))

let arrived = 0
const devices = await Promise.all(
  people.map((person) => {
    // A sender's own devices hear of it too; only what arrived at the other side counts.
    const own = `"senderId":"${person.id}"`
    return openDevice(url, person, (event) => {
      if (event.startsWith('["newMessage"') && !event.includes(own)) arrived += 1
    })
  }),
)
for (const [place, sender] of people.entries()) {
  const receiver = people[place ^ 1]
  const device = devices[place]
  if (!receiver || !device) continue
  for (let n = 0; n < IN_FLIGHT; n += 1) void talk(sender, receiver, device)
}
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
await wait(WARM_UP_MS)
arrived = 0
const started = performance.now()
await wait(Number(seconds) * 1000)
console.log(arrived / ((performance.now() - started) / 1000))
process.exit(0)

async function talk(sender: Person, receiver: Person, device: Device): Promise<void> {
  const line = openLine(url)
  const body = JSON.stringify({ text: WORDS })
  for (;;) {
    if (mode === 'relay') await device.ask('send', { to: receiver.id, text: WORDS })
    else {
      const status = await line.post(`/api/messages/send/${receiver.id}`, sender.token, body)
      if (status !== 201) throw new Error(`A message was answered with ${status}`)
    }
  }
}
