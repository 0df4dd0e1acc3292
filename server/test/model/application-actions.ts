import { expect } from 'vitest'
import {
  getTimeline,
  listApplications,
  notifyNow,
  STATUSES,
  setCandidateStatus,
  withdrawApplication,
} from '#contract/applications.ts'
import type { Action } from './action.ts'
import type { Restartable } from './restartable.ts'
import { type Application, type Model, type Person, seen } from './rules.ts'

const at = <T>(list: readonly T[], index: number): T | undefined => list[index % list.length]
/** Of 21 numbers, those above select an actor usually without the permission. */
const MOST = 16

/** The actions of the people of an application. */
export async function changeApplication(
  model: Model,
  real: Restartable,
  { do: action, who, what }: Action,
): Promise<void> {
  const application = at(model.applications, what)
  const anybody = at(model.people, who)
  if (!application || !anybody) return
  const { id, offer, by } = application
  const server = real.client()
  const owner = who < MOST ? offer.owner : anybody

  if (action === 'move' || action === 'undo') {
    const to = action === 'undo' ? seen(application) : (at(STATUSES, who) ?? 'pending')
    const { status } = await server.call(setCandidateStatus, {
      params: { id: offer.id, candidateId: id },
      body: { status: to },
      as: owner.token,
    })
    expect(status).toBe(model.changes(owner, offer, !application.isWithdrawn))
    if (status === 200) model.move(application, to)
  }

  if (action === 'notify') {
    const { status } = await server.call(notifyNow, { params: { id }, as: owner.token })
    const isRight = application.isUnsent && !application.isWithdrawn
    const allowed = owner === offer.owner ? (isRight ? 200 : 409) : 403
    expect(status).toBe(owner.isActive ? allowed : 401)
    if (status === 200) model.notifyNow(application)
  }

  if (action === 'withdraw') {
    const person = who < MOST ? by : anybody
    const { status } = await server.call(withdrawApplication, { params: { id }, body: {}, as: person.token })
    const allowed = person === by ? (application.isWithdrawn ? 409 : 200) : 403
    expect(status).toBe(person.isActive ? allowed : 401)
    if (status === 200) application.isWithdrawn = true
  }

  if (['move', 'undo', 'notify', 'withdraw', 'close', 'send'].includes(action)) {
    await compareWithApplicant(model, real, by)
    await compareTimeline(real, application)
  }
}

/** The list of a developer shows sent statuses, without pending or reverted ones. */
async function compareWithApplicant(model: Model, real: Restartable, person: Person): Promise<void> {
  if (!person.isActive) return
  const { body } = await real.client().call(listApplications, { query: { limit: '50' }, as: person.token })
  const own = model.applications.filter(({ by }) => by === person).toReversed()
  expect(body.items.map(({ _id, status, state }) => [_id, status, state])).toEqual(
    own.map((application) => [application.id, seen(application), model.stateOf(application)]),
  )
}

async function compareTimeline(real: Restartable, { id, by, sent, isWithdrawn }: Application): Promise<void> {
  if (!by.isActive) return
  const { body } = await real.client().call(getTimeline, { params: { id }, as: by.token })
  expect(body.flatMap(({ kind, to }) => (kind === 'status' && to ? [to] : []))).toEqual(sent)
  expect(body.filter(({ kind }) => kind === 'withdrawn')).toHaveLength(isWithdrawn ? 1 : 0)
}

/** Each applicant is notified once of each sent status and of the end of an offer, each owner once of an application. */
export async function compareApplications(model: Model, real: Restartable): Promise<void> {
  const rows = await real
    .db()
    .selectFrom('notifications')
    .select(['kind', 'data'])
    .where('kind', 'in', ['applicationStatus', 'applicationDecision', 'offerEnded', 'newApplication'])
    .orderBy('inbox_seq')
    .execute()
  const notified = Map.groupBy(
    rows.map(({ kind, data }) => ({
      kind,
      ...(JSON.parse(data ?? '{}') as { applicationId?: string; status?: string }),
    })),
    ({ applicationId }) => applicationId,
  )
  const isNew = ({ kind }: { kind: string | null }) => kind === 'newApplication'
  for (const application of model.applications) {
    const of = notified.get(application.id) ?? []
    expect([
      of.filter(isNew).length,
      of.filter((one) => !isNew(one)).map(({ kind, status }) => status ?? kind),
    ]).toEqual([1, application.notified])
  }
}
