// Pairs of people who write to each other as fast as they can; prints the messages received per second.
// argv: URL, 'stored' or 'relay', seconds; standard input: [{ id, token }].
import { text } from 'node:stream/consumers'
import { type Device, openConnection, openDevice, type Person } from './device.ts'
import { MESSAGE } from './message.ts'

const IN_FLIGHT = 4
const WARM_UP_MS = 500
const [url = '', mode, seconds = '3'] = process.argv.slice(2)
const people: Person[] = JSON.parse(await text(process.stdin))

let received = 0
const devices = await Promise.all(
  people.map((person) => {
    // The sender's own devices receive it too; only the receiver's counts.
    const own = `"senderId":"${person.id}"`
    return openDevice(url, person, (event) => {
      if (event.startsWith('["newMessage"') && !event.includes(own)) received += 1
    })
  }),
)
for (const [index, sender] of people.entries()) {
  const receiver = people[index ^ 1]
  const device = devices[index]
  if (!receiver || !device) continue
  for (let n = 0; n < IN_FLIGHT; n += 1) void sendForever(sender, receiver, device)
}
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
await wait(WARM_UP_MS)
received = 0
const started = performance.now()
await wait(Number(seconds) * 1000)
console.log(received / ((performance.now() - started) / 1000))
process.exit(0)

async function sendForever(sender: Person, receiver: Person, device: Device): Promise<void> {
  const connection = openConnection(url)
  const body = JSON.stringify({ text: MESSAGE })
  for (;;) {
    if (mode === 'relay') await device.emit('send', { to: receiver.id, text: MESSAGE })
    else {
      const status = await connection.post(`/api/messages/send/${receiver.id}`, sender.token, body)
      if (status !== 201) throw new Error(`A message returned ${status}`)
    }
  }
}
