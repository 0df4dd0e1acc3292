// Idle devices that reconnect after a restart of the server. Prints a line when all are connected, and one with the
// time whenever all have reconnected.
// argv: URL, devices per person. Standard input: [{ id, token }].
import { text } from 'node:stream/consumers'
import { type Device, openDevice, type Person } from './device.ts'

const CONCURRENCY = 100
/** The default of Socket.IO's client: 0.5 to 1.5 s. */
const backoffMs = () => 500 + Math.random() * 1000
const [url = '', devicesEach = '1'] = process.argv.slice(2)
const people: Person[] = JSON.parse(await text(process.stdin))

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const indexes = Array.from({ length: people.length * Number(devicesEach) }, (_, index) => index)
const devices: (Device | undefined)[] = indexes.map(() => undefined)
const waiting = [...indexes]
const connectAll = async () => {
  for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
    const person = people[index % people.length]
    if (person) devices[index] = await openDevice(url, person, () => {})
  }
}
await Promise.all(Array.from({ length: CONCURRENCY }, connectAll))
console.log('connected')

for (;;) {
  while (devices.some((device) => device?.isOpen())) await wait(20)
  await Promise.all(
    indexes.map(async (index) => {
      const person = people[index % people.length]
      for (devices[index] = undefined; person && !devices[index]; ) {
        await wait(backoffMs())
        devices[index] = await openDevice(url, person, () => {}).catch(() => undefined)
      }
    }),
  )
  console.log(`reconnected ${Date.now()}`)
}
