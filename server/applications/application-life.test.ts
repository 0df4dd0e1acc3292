import { describe, expect, test } from 'vitest'
import type { Status } from '#contract/applications.ts'
import { type Change, type Facts, firstAnswerAt, lifeOf, sentAtOf } from './application-life.ts'

const DAY = 24 * 60
const NO_ANSWER_DAYS = 14
const DELAY = 10
const START = Date.parse('2026-03-01T09:00:00.000Z')
/** Minutes after the application. */
const at = (minutes: number) => new Date(START + minutes * 60_000).toISOString()

/** Changes as stored, with their delays; a third value is the minute of 'Send now'. */
function changesOf(...moves: [minute: number, to: Status, sentNow?: number][]): Change[] {
  const changes: Change[] = []
  let seen: Status = 'pending'
  for (const [minute, to, sentNow] of moves) {
    const previous = changes.at(-1)
    if (previous && previous.sentAt <= at(minute)) seen = previous.to
    const sentAt = sentNow === undefined ? sentAtOf(to, seen, at(minute), DELAY) : at(sentNow)
    changes.push({ to, at: at(minute), sentAt, by: 'rec' })
  }
  return changes
}

const facts = (changes: Partial<Facts> = {}): Facts => ({
  appliedAt: at(0),
  changes: [],
  repliedAt: null,
  remindedAt: null,
  withdrawnAt: null,
  offerEndedAt: null,
  ...changes,
})

type Row = [
  title: string,
  given: Partial<Facts>,
  minute: number,
  expected: { state: string; status?: Status; applicant?: string; owner?: string },
]

const REJECTED = changesOf([5, 'rejected'])
const UNDONE = changesOf([5, 'rejected'], [7, 'pending'])
const AGAIN = changesOf([5, 'rejected'], [7, 'pending'], [8, 'rejected', 9])

describe('the life of an application', {
  tags: ['APPL-01', 'APPL-02', 'APPL-03', 'APPL-07', 'APPL-09'],
}, () => {
  test.each<Row>([
    ['waits after applying', {}, 1, { state: 'waiting', status: 'pending', applicant: 'applied' }],
    ['waits until the last moment', {}, 14 * DAY - 1, { state: 'waiting', applicant: 'applied' }],
    ['has no answer at 14 days', {}, 14 * DAY, { state: 'no-answer', applicant: 'applied, no-answer' }],
    [
      'is read at once, which is no answer',
      { changes: changesOf([5, 'reviewed']) },
      5,
      { state: 'waiting', status: 'reviewed', applicant: 'applied, reviewed' },
    ],
    [
      'is answered by an interview at once',
      { changes: changesOf([5, 'interviewed']) },
      5,
      { state: 'answered', status: 'interviewed' },
    ],
    [
      'hides an outcome before it is sent',
      { changes: REJECTED },
      14,
      { state: 'waiting', status: 'pending', applicant: 'applied', owner: 'applied, rejected' },
    ],
    [
      'shows an outcome once it is sent',
      { changes: REJECTED },
      15,
      { state: 'answered', status: 'rejected', applicant: 'applied, rejected' },
    ],
    [
      'has no trace of an outcome put back in time',
      { changes: UNDONE },
      20,
      { state: 'waiting', status: 'pending', applicant: 'applied', owner: 'applied, rejected, pending' },
    ],
    [
      'waits 10 minutes from the second outcome',
      { changes: changesOf([5, 'accepted'], [14, 'rejected']) },
      23,
      { state: 'waiting', status: 'pending', applicant: 'applied' },
    ],
    [
      'sends only the second of two outcomes',
      { changes: changesOf([5, 'accepted'], [14, 'rejected']) },
      24,
      { state: 'answered', status: 'rejected', applicant: 'applied, rejected' },
    ],
    [
      'is sent by "Send now"',
      { changes: AGAIN },
      9,
      { state: 'answered', status: 'rejected', applicant: 'applied, rejected' },
    ],
    [
      'keeps a sent outcome while the next one waits',
      { changes: changesOf([5, 'accepted'], [30, 'rejected']) },
      35,
      { state: 'answered', status: 'accepted', applicant: 'applied, accepted' },
    ],
    [
      'does not repeat what was sent before',
      { changes: changesOf([5, 'accepted'], [30, 'rejected'], [32, 'accepted']) },
      60,
      { state: 'answered', status: 'accepted', applicant: 'applied, accepted' },
    ],
    [
      'stays answered when it goes back to pending',
      { changes: changesOf([5, 'rejected'], [30, 'pending']) },
      31,
      { state: 'answered', status: 'pending', applicant: 'applied, rejected, pending' },
    ],
    [
      'is answered by a message',
      { repliedAt: at(60) },
      60,
      { state: 'answered', status: 'pending', applicant: 'applied, answered' },
    ],
    [
      'names no message after an answer',
      { changes: changesOf([5, 'interviewed']), repliedAt: at(60) },
      61,
      { state: 'answered', applicant: 'applied, interviewed' },
    ],
    [
      'is answered late',
      { repliedAt: at(20 * DAY) },
      20 * DAY,
      { state: 'answered', applicant: 'applied, no-answer, answered' },
    ],
    [
      'shows a reminder to the owner alone',
      { remindedAt: at(7 * DAY) },
      8 * DAY,
      { state: 'waiting', applicant: 'applied', owner: 'applied, reminded' },
    ],
    ['is withdrawn', { withdrawnAt: at(10) }, 10, { state: 'withdrawn', applicant: 'applied, withdrawn' }],
    [
      'is withdrawn although answered',
      { changes: changesOf([5, 'interviewed']), withdrawnAt: at(10) },
      11,
      { state: 'withdrawn', applicant: 'applied, interviewed, withdrawn' },
    ],
    [
      'has no answer to wait for when withdrawn',
      { withdrawnAt: at(10) },
      15 * DAY,
      { state: 'withdrawn', applicant: 'applied, withdrawn' },
    ],
    [
      'is never sent what waited when it was withdrawn',
      { changes: REJECTED, withdrawnAt: at(10) },
      30,
      { state: 'withdrawn', status: 'pending', applicant: 'applied, withdrawn' },
    ],
    [
      'closes with its offer',
      { offerEndedAt: at(60) },
      60,
      { state: 'closed', applicant: 'applied, closed' },
    ],
    [
      'stays open until the offer ends',
      { offerEndedAt: at(60) },
      59,
      { state: 'waiting', applicant: 'applied' },
    ],
    [
      'stays closed after 14 days',
      { offerEndedAt: at(60) },
      15 * DAY,
      { state: 'closed', applicant: 'applied, closed' },
    ],
    [
      'is answered when the offer ends later',
      { changes: REJECTED, offerEndedAt: at(60) },
      61,
      { state: 'answered', applicant: 'applied, rejected' },
    ],
    [
      'is answered by an outcome that was sent after the end',
      { changes: REJECTED, offerEndedAt: at(10) },
      15,
      { state: 'answered', applicant: 'applied, closed, rejected' },
    ],
    [
      'had no answer before the offer ended',
      { offerEndedAt: at(15 * DAY) },
      16 * DAY,
      { state: 'no-answer', applicant: 'applied, no-answer, closed' },
    ],
  ])('%s', (_, given, minute, { state, status, applicant, owner }) => {
    const life = lifeOf(facts(given), NO_ANSWER_DAYS, at(minute))
    const words = (events: typeof life.timeline) => events.map(({ kind, to }) => to ?? kind).join(', ')
    expect(life.state).toBe(state)
    expect(life.answerBy).toBe(at(14 * DAY))
    if (status) expect(life.sentStatus).toBe(status)
    if (applicant) expect(words(life.timeline)).toBe(applicant)
    if (owner) expect(words(life.ownerTimeline)).toBe(owner)
  })

  test('a status names the previous one that the reader saw, and the time at which it was sent', () => {
    const changes = changesOf([5, 'reviewed'], [6, 'accepted'], [8, 'rejected'])
    const { timeline, lastChangeAt } = lifeOf(facts({ changes }), NO_ANSWER_DAYS, at(30))
    expect(timeline.slice(1)).toEqual([
      { at: at(5), kind: 'status', from: 'pending', to: 'reviewed', by: 'rec' },
      { at: at(18), kind: 'status', from: 'reviewed', to: 'rejected', by: 'rec' },
    ])
    expect(lastChangeAt).toBe(at(18))
  })

  test.each([
    ['of an outcome that will be sent is in the future', REJECTED, null, at(15)],
    ['of an outcome that was put back is none', UNDONE, null, null],
    ['is the message when that comes first', REJECTED, at(14), at(14)],
    ['is the status when that comes first', REJECTED, at(16), at(15)],
  ])('the first answer %s', (_, changes, repliedAt, expected) => {
    expect(firstAnswerAt({ changes, repliedAt })).toBe(expected)
  })

  test.each([
    [0.0001, at(0), 'waiting'],
    [0.0001, new Date(START + 9000).toISOString(), 'no-answer'],
  ])('a period of %d days is cut to the second', (days, time, state) => {
    expect(lifeOf(facts(), days, time).state).toBe(state)
  })
})
