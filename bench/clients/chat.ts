// Pairs of people who answer each other as fast as they can; prints how many messages arrived a second.
// argv: address, 'stored' or 'relay', seconds; standard input: [{ id, token }].
import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { io, type Socket } from 'socket.io-client'

type Person = { id: string; token: string }

const IN_FLIGHT = 4
const WORDS = 'x'.repeat(180)
const [url = '', mode, seconds = '5'] = process.argv.slice(2)
const people: Person[] = JSON.parse(await text(process.stdin))
const agent = new Agent({ keepAlive: true, maxSockets: people.length * IN_FLIGHT })

let arrived = 0
let isRunning = true
const sockets = await Promise.all(people.map(connect))
for (const [place, sender] of people.entries()) {
  const receiver = people[place ^ 1]
  const socket = sockets[place]
  if (!receiver || !socket) continue
  for (let n = 0; n < IN_FLIGHT; n += 1) void talk(sender, receiver, socket)
}
const started = performance.now()
await new Promise((resolve) => setTimeout(resolve, Number(seconds) * 1000))
isRunning = false
console.log(arrived / ((performance.now() - started) / 1000))
process.exit(0)

function connect({ id, token }: Person): Promise<Socket> {
  const socket = io(url, {
    transports: ['websocket'],
    query: { userId: id },
    auth: { token, watchPresence: false },
  })
  socket.on('newMessage', (message: { senderId?: string }) => {
    // A sender's own devices hear of it too; only what arrived at the other side counts.
    if (message.senderId !== id) arrived += 1
  })
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(socket))
    socket.once('connect_error', reject)
  })
}

async function talk(sender: Person, receiver: Person, socket: Socket): Promise<void> {
  while (isRunning) {
    if (mode === 'relay') await socket.emitWithAck('send', { to: receiver.id, text: WORDS })
    else await post(sender, receiver)
  }
}

function post(sender: Person, receiver: Person): Promise<void> {
  const body = JSON.stringify({ text: WORDS })
  return new Promise((resolve, reject) => {
    const sent = request(`${url}/api/messages/send/${receiver.id}`, {
      agent,
      method: 'POST',
      headers: {
        authorization: `Bearer ${sender.token}`,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      },
    })
    sent.once('response', (response) => {
      response.resume()
      response.once('end', () => {
        if (response.statusCode === 201) resolve()
        else reject(new Error(`A message was answered with ${response.statusCode}`))
      })
    })
    sent.once('error', reject)
    sent.end(body)
  })
}
