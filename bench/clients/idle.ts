// Devices that only stay connected, and come back when the server was away. Prints a line when all are there, and
// one with the milliseconds for each time that all are back.
// argv: address, how many devices of each person. Standard input: [{ id, token }].
import { text } from 'node:stream/consumers'
import { type Device, openDevice, type Person } from './device.ts'

const AT_ONCE = 100
/** As Socket.IO's client comes back: after a second, give or take a half. */
const backOffMs = () => 500 + Math.random() * 1000
const [url = '', devicesEach = '1'] = process.argv.slice(2)
const people: Person[] = JSON.parse(await text(process.stdin))

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const places = Array.from({ length: people.length * Number(devicesEach) }, (_, place) => place)
const devices: (Device | undefined)[] = places.map(() => undefined)
const waiting = [...places]
const connectAll = async () => {
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    const person = people[place % people.length]
    if (person) devices[place] = await openDevice(url, person, () => {})
  }
}
await Promise.all(Array.from({ length: AT_ONCE }, connectAll))
console.log('connected')

for (;;) {
  while (devices.some((device) => device?.isOpen())) await wait(20)
  await Promise.all(
    places.map(async (place) => {
      const person = people[place % people.length]
      for (devices[place] = undefined; person && !devices[place]; ) {
        await wait(backOffMs())
        devices[place] = await openDevice(url, person, () => {}).catch(() => undefined)
      }
    }),
  )
  console.log(`back ${Date.now()}`)
}
