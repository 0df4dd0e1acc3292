import fc from 'fast-check'
import { expect, test } from 'vitest'
import { recount } from '../security/recount.ts'
import { ACTIONS, type Action } from './action.ts'
import { act } from './actions.ts'
import { openRestartable, type Restartable } from './restartable.ts'
import { Model } from './rules.ts'

const IS_LONG = process.env.LONG !== undefined
const RUNS = IS_LONG ? 100 : 3
const STEPS = IS_LONG ? 60 : 40
/** An offer with two applicants: one is rejected and reverted, the other accepted, and applies again after withdrawing. */
const BEGINNING: Action[] = [
  { do: 'register', who: 0, what: 2 },
  { do: 'register', who: 0, what: 1 },
  { do: 'register', who: 0, what: 3 },
  { do: 'post', who: 0, what: 0 },
  { do: 'apply', who: 1, what: 0 },
  { do: 'apply', who: 2, what: 0 },
  { do: 'move', who: 1, what: 0 },
  { do: 'move', who: 4, what: 0 },
  { do: 'undo', who: 0, what: 0 },
  { do: 'move', who: 3, what: 1 },
  { do: 'notify', who: 0, what: 1 },
  { do: 'withdraw', who: 0, what: 1 },
  { do: 'apply', who: 2, what: 0 },
  // Two strangers: the request is declined, and its sender blocked.
  { do: 'send', who: 1, what: 2 },
  { do: 'answer', who: 5, what: 1 },
  { do: 'send', who: 1, what: 2 },
  { do: 'block', who: 2, what: 1 },
  { do: 'send', who: 1, what: 2 },
  { do: 'answer', who: 2, what: 1 },
  { do: 'send', who: 1, what: 2 },
]

class Command implements fc.AsyncCommand<Model, Restartable> {
  readonly action: Action

  constructor(action: Action) {
    this.action = action
  }
  check = () => true
  run = (model: Model, real: Restartable) => act(model, real, this.action)
  toString = () => `${this.action.do}(${this.action.who}, ${this.action.what})`
}

const WEIGHTS: Record<(typeof ACTIONS)[number], number> = {
  register: 6,
  onboard: 4,
  post: 6,
  apply: 6,
  like: 6,
  send: 6,
  read: 4,
  answer: 4,
  block: 3,
  report: 4,
  delete: 2,
  pause: 3,
  close: 4,
  extend: 2,
  repost: 2,
  move: 12,
  undo: 6,
  notify: 6,
  withdraw: 3,
  deactivate: 2,
  restart: 1,
}
const commands = ACTIONS.flatMap((name) =>
  Array.from({ length: WEIGHTS[name] }, () =>
    fc
      .record({ do: fc.constant(name), who: fc.nat(20), what: fc.nat(60) })
      .map((action) => new Command(action)),
  ),
)

test(
  'the server agrees with the model after any sequence of actions, restarts included (D-1, O2, P4, S6)',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.commands(commands, { maxCommands: STEPS, size: 'max' }), async (given) => {
        const real = await openRestartable()
        try {
          const model = new Model()
          for (const action of BEGINNING) await act(model, real, action)
          await fc.asyncModelRun(() => ({ model, real }), given)
          expect(await recount(real.db())).toEqual([])
        } finally {
          await real.close()
        }
      }),
      { numRuns: RUNS },
    )
  },
  RUNS * 60_000,
)
