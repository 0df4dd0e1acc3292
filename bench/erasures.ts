import { mkdirSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import pino from 'pino'
import { createApp } from '../server/app.ts'
import { readConfig } from '../server/config.ts'
import { openServices } from '../server/open-services.ts'
import { deactivate } from '../server/users/deactivation.ts'
import { eraseDueAccounts } from '../server/users/erasure.ts'
import { startCallClient, type Timed } from './lib/call-client.ts'
import { type EngineName, type Filled, openFilled } from './lib/engines.ts'
import { idOf, type Sizes, sizesOf } from './lib/fill-rows.ts'
import type { Row } from './lib/table.ts'

const OFFERS = 100_000
/** As many as one run of scheduled maintenance erases. */
const ACCOUNTS = 250
/** 5 % of 10,000,000 people a year (docs/growing.md). */
const GOAL_PER_HOUR = Math.ceil((0.05 * 10_000_000) / (365 * 24))
const CALLS = 200
const CONNECTIONS = 2
const HOUR_S = 3600

/** Erasures by scheduled maintenance, in a server that lists offers and stores messages as fast as two clients request. */
export const erasures = (engine: EngineName) => async (): Promise<Row> => {
  const filled = await openFilled(engine, OFFERS, { isCopy: true })
  const sizes = sizesOf(OFFERS)
  await leave(filled, leaving(sizes))
  const log = pino({ level: 'silent' })
  const config = readConfig({ ...filled.settings, NODE_ENV: 'production' })
  mkdirSync(join(config.DATA_DIR, 'outbox'), { recursive: true })
  const services = await openServices(config, log)
  const app = await createApp(services, log)
  services.realtime.attach(app.server)
  await app.listen({ host: '127.0.0.1', port: 0 })
  services.jobs.start()
  const client = startCallClient()
  try {
    const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
    const calls = await trafficOf(filled)
    const traffic = () => client.run({ url, calls, connections: CONNECTIONS })
    await traffic()
    const alone = await traffic()
    const started = performance.now()
    let seconds: number | undefined
    const erasing = eraseDueAccounts(services).then(() => {
      seconds = (performance.now() - started) / 1000
    })
    const beside: Timed[] = []
    while (seconds === undefined) beside.push(await traffic())
    await erasing
    const erased = await countErased(filled)
    const perHour = Math.round((erased / seconds) * HOUR_S)
    const worst = (of: 'p50Ms' | 'p99Ms') => Math.max(...beside.map((timed) => timed[of])).toFixed(0)
    return {
      number: 19,
      what: `${engine}, ${erased} erasures beside ${beside.length * CALLS} calls`,
      goal: `≥ ${GOAL_PER_HOUR} an hour`,
      measured:
        `${seconds.toFixed(0)} s, ${perHour.toLocaleString('en')} an hour; calls p50/p99 ` +
        `${alone.p50Ms.toFixed(0)}/${alone.p99Ms.toFixed(0)} → at worst ${worst('p50Ms')}/${worst('p99Ms')} ms`,
      isMet: erased === ACCOUNTS && perHour >= GOAL_PER_HOUR,
    }
  } finally {
    client.stop()
    await services.realtime.close()
    await app.close()
    await services.close()
    await filled.close()
  }
}

/** Nine developers for each recruiter, as in the filled database. */
const leaving = ({ developers, recruiters }: Sizes): string[] =>
  Array.from({ length: ACCOUNTS }, (_, n) =>
    n % 10 === 0
      ? idOf('recruiter', (100 + n * 7) % recruiters)
      : idOf('developer', (2000 + n * 61) % developers),
  )

/** Deactivated long ago. */
async function leave({ db }: Filled, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await db.transaction().execute(async (tx) => {
      await deactivate(tx, id)
      await tx
        .updateTable('users')
        .set({ deactivated_at: '2025-01-01T00:00:00.000Z' })
        .where('id', '=', id)
        .execute()
    })
  }
}

async function trafficOf({ signIn }: Filled) {
  const [recruiter, developer] = [idOf('recruiter', 1), idOf('developer', 1)]
  const token = await signIn(recruiter, 'recruiter')
  const list = { path: '/api/offers?limit=6' }
  const message = { method: 'POST', path: `/api/messages/send/${developer}`, body: { text: 'Hola' }, token }
  return Array.from({ length: CALLS }, (_, n) => (n % 2 === 0 ? list : message))
}

async function countErased({ db }: Filled): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('erased_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}
