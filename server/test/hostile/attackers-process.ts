// Three attackers in one process: a visitor, a developer and a recruiter, each with the costliest calls that the
// contract allows. It receives a `Plan`, attacks until stopped, and sends the count of each status.

import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { setPriority } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { io } from 'socket.io-client'
import { ADDRESSES, type Attack, OF_DEVELOPER, OF_RECRUITER, OF_VISITOR, type Plan } from './attacks.ts'

/** Calls of each attacker at the same time. */
const PARALLEL = 20
const SLOW_READERS = 40

/** Requests long responses without reading them: lists as a visitor, the board as its owner. */
function readNothing({ url, recruiter, board }: Plan): void {
  const { hostname, port } = new URL(url)
  const list = ['/projects?limit=100', `X-Forwarded-For: ${ADDRESSES.visitor}`]
  const whole = [
    `/offers/${board.offer}/candidates`,
    `X-Forwarded-For: ${ADDRESSES.recruiter}\r\nAuthorization: Bearer ${recruiter.token}`,
  ]
  for (const [path, headers] of [list, whole]) {
    for (let count = 0; count < SLOW_READERS; count += 1) {
      const socket = connect(Number(port), hostname, () => {
        socket.write(`GET /api${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n\r\n`.repeat(50))
      })
      socket.pause()
      socket.on('error', () => {})
    }
  }
}

function floodSockets({ url, developer }: Plan): NodeJS.Timeout {
  const open = () =>
    io(url, {
      ...{
        forceNew: true,
        reconnection: false,
        query: { userId: developer.id },
        auth: { token: developer.token },
      },
      extraHeaders: { 'x-forwarded-for': ADDRESSES.developer },
    })
  let sockets = [open(), open()]
  return setInterval(() => {
    sockets = sockets.map((socket) => (socket.disconnected ? open() : socket))
    for (const socket of sockets)
      for (let count = 0; count < 20; count += 1) socket.emit('sync', { after: 0 })
  }, 200)
}

/** An empty ping of a client, which is masked (RFC 6455, 5.2). */
const PING = Buffer.concat([Buffer.from([0x89, 0x80]), randomBytes(4)])

/** More pings than a WebSocket may send, past any library, again and again. */
function floodPings({ url }: Plan): NodeJS.Timeout {
  const { port, hostname } = new URL(url)
  const open = () => {
    const key = randomBytes(16).toString('base64')
    const socket = connect(Number(port), hostname, () => {
      socket.write(
        `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: x\r\n` +
          `X-Forwarded-For: ${ADDRESSES.visitor}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
          `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
      )
      socket.write(Buffer.concat(Array<Buffer>(5000).fill(PING)))
    })
    return socket.resume().on('error', () => {})
  }
  let sockets: Socket[] = [open(), open()]
  return setInterval(() => {
    sockets = sockets.map((socket) => (socket.destroyed ? open() : socket))
  }, 200)
}

process.once('message', async (plan: Plan) => {
  // A real attacker uses another machine.
  setPriority(10)
  const statuses: Record<string, number> = {}
  let isOver = false
  process.once('message', () => {
    isOver = true
  })
  readNothing(plan)
  const floods = [floodSockets(plan), floodPings(plan)]
  const attack = async (attacks: Attack[], start: number) => {
    for (let turn = start; !isOver; turn += 1) {
      const { status } = (await attacks[turn % attacks.length]?.(plan).catch(() => undefined)) ?? {
        status: 'none',
      }
      statuses[status] = (statuses[status] ?? 0) + 1
      // Refused connections would only cost this process time.
      if (status === 'none') await wait(50)
    }
  }
  const all = [OF_VISITOR, OF_DEVELOPER, OF_RECRUITER].flatMap((attacks) =>
    Array.from({ length: PARALLEL }, (_, start) => attack(attacks, start)),
  )
  await Promise.all(all)
  floods.forEach(clearInterval)
  process.send?.(statuses, () => process.exit())
})
process.on('disconnect', () => process.exit())
