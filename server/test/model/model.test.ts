import fc from 'fast-check'
import { expect, test } from 'vitest'
import { recount } from '../security/recount.ts'
import { ACTIONS, type Action, act } from './actions.ts'
import { openRestartable, type Restartable } from './restartable.ts'
import { Model } from './rules.ts'

const IS_LONG = process.env.LONG !== undefined
const RUNS = IS_LONG ? 100 : 3
const STEPS = IS_LONG ? 50 : 30

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
  delete: 2,
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
  'the server does what the rules say, whatever people do in whatever order, over restarts as well (D-1, O2, P4, S6)',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.commands(commands, { maxCommands: STEPS, size: 'max' }), async (given) => {
        const real = await openRestartable()
        try {
          await fc.asyncModelRun(() => ({ model: new Model(), real }), given)
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
