import { expect } from 'vitest'
import { blockPerson, listBlocks } from '#contract/blocks.ts'
import { decideRequest, listChatUsers, syncMessages } from '#contract/messages.ts'
import { reportThing } from '#contract/reports.ts'
import type { Action } from './action.ts'
import type { Restartable } from './restartable.ts'
import type { Model, Person } from './rules.ts'

const at = <T>(list: readonly T[], index: number): T | undefined => list[index % list.length]

/** Requests, blocks and reports. No address is confirmed here, so no report freezes anything. */
export async function changeContact(
  model: Model,
  real: Restartable,
  { do: action, who, what }: Action,
): Promise<void> {
  const [person, peer] = [at(model.people, who), at(model.people, what)]
  if (!person || !peer) return
  const server = real.client()
  const as = person.token
  const or401 = (status: number) => (person.isActive ? status : 401)
  const params = { id: peer.id }

  if (action === 'block') {
    const blocked = what % 3 > 0
    const response = await server.call(blockPerson, { params, body: { blocked }, as })
    expect(response.status).toBe(or401(!peer.isActive ? 404 : peer === person ? 400 : 200))
    if (response.status === 200) model.block(person, peer, blocked)
  }

  if (action === 'answer') {
    const accept = who % 2 === 0
    const response = await server.call(decideRequest, { params, body: { accept }, as })
    const isAsked = peer.isActive && person.requests.has(peer)
    expect(response.status).toBe(or401(isAsked ? 200 : 404))
    if (response.status === 200) model.answer(person, peer, accept)
  }

  if (action === 'report') {
    const offer = at(model.offers, who + what)
    const thing = what % 2 === 0 && offer ? offer : peer
    const isOffer = 'owner' in thing
    const body = { kind: isOffer ? 'offer' : 'user', id: thing.id, reason: 'spam' } as const
    const response = await server.call(reportThing, { body, as })
    // An erased person counts as a visitor.
    const reader = person.isActive ? person : undefined
    const reported = reader?.reported ?? model.reportedByVisitors
    const isThere = isOffer ? model.mayRead(reader, thing) : thing.isActive
    const isOwn = (isOffer ? thing.owner : thing) === reader
    const added = reported.has(thing) ? 409 : 201
    expect(response.status).toBe(!isThere ? 404 : isOwn ? 400 : added)
    if (response.status === 201) reported.add(thing)
  }

  if (['send', 'block', 'answer', 'report'].includes(action)) {
    await compareContact(model, real, person)
    await compareContact(model, real, peer)
  }
}

async function compareContact(model: Model, real: Restartable, person: Person): Promise<void> {
  if (!person.isActive) return
  const as = person.token
  const blocks = (await real.client().call(listBlocks, { query: { limit: '50' }, as })).body.items
  const active = [...person.blocked].filter(({ isActive }) => isActive)
  expect(blocks.map(({ _id }) => _id).sort()).toEqual(active.map(({ id }) => id).sort())
  const rows = (await real.client().call(listChatUsers, { as })).body
  const asked = [...person.requests].filter(([from, state]) => from.isActive && state === 'asked')
  expect(
    rows
      .filter(({ request }) => request)
      .map(({ _id }) => _id)
      .sort(),
  ).toEqual(asked.map(([{ id }]) => id).sort())
  await compareUnread(model, real, person)
}

export async function compareUnread(model: Model, real: Restartable, person: Person): Promise<void> {
  if (!person.isActive) return
  const { body } = await real.client().call(syncMessages, { query: { after: '0' }, as: person.token })
  const active = new Set(model.people.filter(({ isActive }) => isActive).map(({ id }) => id))
  const shown = Object.fromEntries(Object.entries(body.hello.unread).filter(([id]) => active.has(id)))
  expect(shown).toEqual(model.unreadOf(person))
}
