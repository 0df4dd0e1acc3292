import { describe, expect, test } from 'vitest'
import { sendMessage } from '#contract/messages.ts'
import { clientEvents } from '#contract/realtime.ts'
import { buildDeveloper } from '../builders.ts'
import { connectDevice, type Device, openDevice } from '../device.ts'
import { startRepositoryHost } from '../repository-host.ts'
import { startServer } from '../server.ts'
import { digestOf } from './digest.ts'
import { buildScene, type CALLERS, JWT_SECRET, type Scene, tokensOf, UNAUTHENTICATED } from './scene.ts'

const host = await startRepositoryHost()
const server = await startServer({ JWT_SECRET, GITHUB_API_URL: host.url, REQUIRE_CONFIRMED: 'true' })
const scene = await buildScene(server, host)
const tokens = await tokensOf(server, scene, 'developer')
const profile = { unconfirmed_at: new Date().toISOString() }
const people = { ...scene, unconfirmed: await buildDeveloper(server, { profile }) }

/** `dev` has an unread message of `rec` and no likes: events of others must not change that. */
await server.call(sendMessage, { params: { id: scene.dev.id }, body: { text: 'Private' }, as: scene.rec })

type Caller = (typeof CALLERS)[number] | 'unconfirmed'
type Row = {
  payload: (scene: Scene) => unknown
  /** Whether `dev` receives an event when this caller emits it. */
  deliveredFrom: readonly Caller[]
  /** Callers whose own rows it may change. */
  changes: readonly Caller[]
}

/** Written by hand from section 7 of docs/security-rules.md: each event names things of `dev`. */
const EVENTS: Record<string, Row> = {
  sendNotification: {
    payload: ({ dev, project }) => ({ type: 2, receiverId: dev.id, projectId: project, senderId: dev.id }),
    deliveredFrom: [],
    changes: [],
  },
  readNotifications: {
    payload: ({ rec }) => ({ senderId: rec.id, userId: 'dev' }),
    deliveredFrom: [],
    changes: ['dev'],
  },
  watchPresence: { payload: () => ({ on: true }), deliveredFrom: [], changes: [] },
  sync: { payload: () => ({ after: 0 }), deliveredFrom: [], changes: [] },
  // Signals are exchanged between partners only, and `dev` has one.
  typing: {
    payload: ({ dev }) => ({ receiverId: dev.id, senderId: dev.id }),
    deliveredFrom: ['rec'],
    changes: [],
  },
}

test('every event of the contract has its row in the table (G2)', () => {
  expect(Object.keys(EVENTS).sort()).toEqual(Object.keys(clientEvents).sort())
})

test.each(UNAUTHENTICATED)('%s is refused and receives nothing (S1, A5)', async (nobody) => {
  for (const { id } of [scene.dev, scene.rec]) {
    const device = openDevice(server.url, { id, token: tokens[nobody] ?? '' })
    expect(await device.refused()).toBe('unauthorized')
    expect(device.names).toEqual([])
    device.close()
  }
})

describe.each(Object.entries(EVENTS))('%s', (event, { payload, deliveredFrom, changes }) => {
  // The owner last: only then may anything change.
  test.each(['moderator', 'blocked', 'unconfirmed', 'otherDev', 'otherRec', 'rec', 'dev'] as const)(
    'from %s has the effect that the table says (G4, S2, S4, S7)',
    async (caller) => {
      const dev = await connectDevice(server.url, scene.dev, { watchPresence: false })
      const device = await connectDevice(server.url, people[caller], { watchPresence: false })
      const before = await digestOf(server)
      emitUntyped(device, event, payload(scene))
      const inbox = await synced(device)
      await synced(dev)
      const others = ['newMessage', 'getNotification', 'cleared', 'typing'].filter((name) =>
        dev.names.includes(name),
      )
      const unexpected = dev.received.getNotification.filter(({ type }) => type !== 1)
      expect(unexpected).toEqual([])
      expect(others.includes('typing')).toBe(deliveredFrom.includes(caller))
      const isSame = (await digestOf(server)) === before
      expect([caller, isSame]).toEqual([caller, !changes.includes(caller)])
      // No events of another inbox.
      const isPartner = caller === 'dev' || caller === 'rec'
      expect(JSON.stringify(inbox).includes('Private')).toBe(isPartner)
      device.close()
      dev.close()
    },
  )
})

test('unknown events are dropped, and the connection stays (S2)', async () => {
  const device = await connectDevice(server.url, scene.otherDev)
  const before = await digestOf(server)
  for (const name of [
    'newMessage',
    'getNotification',
    'join',
    'message',
    '__proto__',
    'constructor',
    'toString',
  ]) {
    emitUntyped(device, name, { room: `user:${scene.dev.id}`, userId: scene.dev.id })
  }
  expect(JSON.stringify(await synced(device))).not.toContain('Private')
  expect(await digestOf(server)).toBe(before)
  device.close()
})

/** Emits events that the types of the contract do not allow. */
const emitUntyped = ({ socket }: Device, event: string, payload: unknown) =>
  (socket as { emit: (event: string, payload: unknown) => unknown }).emit(event, payload)

/** Resolves when the server has handled all events of this device. */
const synced = (device: Device) => device.sync(0)
