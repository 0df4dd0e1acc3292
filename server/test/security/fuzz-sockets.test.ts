import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { clientEvents } from '#contract/realtime.ts'
import { connectDevice } from '../device.ts'
import { leastPauseMs } from '../loop-pauses.ts'
import { startRepositoryHost } from '../repository-host.ts'
import { startServer } from '../server.ts'
import { hostileText, inputOf } from './arbitraries.ts'
import { digestOf } from './digest.ts'
import { liveBytes } from './memory.ts'
import { buildScene, JWT_SECRET, type Scene } from './scene.ts'

const IS_LONG = process.env.LONG !== undefined
const FRAMES = IS_LONG ? 100_000 : 1500
const FRAMES_PER_CONNECTION = 50
const MAY_GROW_BYTES = 100 * 1024 * 1024
/** X1. */
const MAX_PAUSE_MS = 100

const host = await startRepositoryHost()
const server = await startServer({ JWT_SECRET, GITHUB_API_URL: host.url })
const scene = await buildScene(server, host)
const address = server.url.replace('http', 'ws')
const sockets = new Set<WebSocket>()
afterAll(() => {
  for (const socket of sockets) socket.close()
})

const event = fc.oneof(
  ...Object.entries(clientEvents).map(([name, shape]) =>
    fc.tuple(fc.constant(name), inputOf(shape), fc.boolean()).map(([given, payload, isAsked]) => {
      const id = isAsked ? '7' : ''
      return `42${id}${JSON.stringify([given, payload])}`
    }),
  ),
)

/** Valid and invalid packets of Engine.IO and Socket.IO, binary ones included. */
const frame: fc.Arbitrary<string | Uint8Array<ArrayBuffer>> = fc.oneof(
  { weight: 10, arbitrary: event },
  {
    weight: 2,
    arbitrary: fc.tuple(hostileText, fc.jsonValue()).map((given) => `42${JSON.stringify(given)}`),
  },
  { weight: 1, arbitrary: hostileText.map((text) => `4${text.toWellFormed()}`) },
  { weight: 1, arbitrary: hostileText.map((text) => text.toWellFormed()) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '2',
      '2probe',
      '3',
      '5',
      '6',
      '40',
      '40/admin,{}',
      '41',
      '42',
      '42[]',
      '42[1]',
      '42{}',
      '42["sync"]',
      '42["sync",',
      '4299999999999999999999["sync",{"after":0}]',
      '43["x"]',
      '437[{"events":[]}]',
      '44{"message":"x"}',
      '451-["sync",{"_placeholder":true,"num":0}]',
      '45999999-["sync",{"_placeholder":true,"num":0}]',
      '42["sync",{"after":0},{"_placeholder":true,"num":99}]',
      `42["typing",${'['.repeat(5000)}]`,
    ),
  },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => new Uint8Array(bytes)) },
)

test(
  'the server survives any frames, does not block others, and neither reveals nor changes their data (S1, S2, X1)',
  async () => {
    const watcher = await connectDevice(server.url, scene.rec)
    const before = await rowsOfOthers()
    const startBytes = await liveBytes()
    const received: string[] = []
    let longestPauseMs = 0
    for (let sent = 0; sent < FRAMES; sent += FRAMES_PER_CONNECTION) {
      const frames = fc.sample(frame, FRAMES_PER_CONNECTION)
      // Generating frames takes longer than reading them.
      const pauseMs = await leastPauseMs(async () => received.push(...(await sendFrames(scene, frames))))
      longestPauseMs = Math.max(longestPauseMs, pauseMs)
      if (received.length > 1000) expectNothingOf(received.splice(0))
    }
    expectNothingOf(received)
    // An acknowledgement proves that the server is alive and has handled everything.
    expect(await watcher.sync(0)).toMatchObject({ reset: false })
    watcher.close()
    expect(await rowsOfOthers()).toBe(before)
    expect(longestPauseMs).toBeLessThanOrEqual(MAX_PAUSE_MS)
    expect((await liveBytes()) - startBytes).toBeLessThan(MAY_GROW_BYTES)
  },
  FRAMES * 20 + 20_000,
)

/** Sends them on one connection of `dev`, until the server closes it. Returns the received frames. */
async function sendFrames({ dev }: Scene, frames: (string | Uint8Array<ArrayBuffer>)[]): Promise<string[]> {
  const socket = new WebSocket(`${address}/socket.io/?EIO=4&transport=websocket&userId=${dev.id}`)
  sockets.add(socket)
  const received: string[] = []
  return new Promise((resolve) => {
    const end = () => {
      sockets.delete(socket)
      socket.close()
      resolve(received)
    }
    socket.addEventListener('close', end)
    socket.addEventListener('error', end)
    socket.addEventListener('message', ({ data }) => {
      const text = String(data)
      received.push(text)
      if (text.startsWith('0')) socket.send(`40${JSON.stringify({ token: dev.token })}`)
      if (text.startsWith('40')) {
        for (const one of frames) socket.send(one)
        socket.send('42999["sync",{"after":0}]')
      }
      if (text.startsWith('43999') || text.startsWith('44')) end()
    })
  })
}

function expectNothingOf(texts: string[]): void {
  const others = [scene.rec, scene.otherRec, scene.otherDev].flatMap(({ email, token }) => [email, token])
  expect(texts.filter((text) => others.some((word) => text.includes(word)))).toEqual([])
}

/** Only own presence and read marks may change; there is nothing to read, so nothing changes. */
const rowsOfOthers = () => digestOf(server)
