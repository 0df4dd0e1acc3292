import { applicationCalls, type ScaleCall, scaleCalls } from './calls/scale.ts'
import { startCallClient, type Timed } from './lib/call-client.ts'
import { type EngineName, openFilled } from './lib/engines.ts'
import { type Sizes, sizesOf } from './lib/fill-rows.ts'
import { SERVER, startServer } from './lib/processes.ts'
import { readsOf } from './lib/rows-read.ts'
import type { Row } from './lib/table.ts'

const SIZES = [1000, 100_000, 1_000_000]
const CALLS = 300
const SLOW_CALLS = 60
const WARM_UP_CALLS = 30
const CONNECTIONS = 2
/** The goal of row 7, applied to all calls. */
const MAX_P50_GROWTH_MS = 10

type Measured = Timed & { reads: number }

type CallsOf = (sizes: Sizes) => ScaleCall[]

/** Latency and reads of the main calls with 1,000, 100,000 and 1,000,000 offers, without response cache. */
export const scale = (engine: EngineName) => measureScale(engine, SIZES, scaleCalls)

/** The same for applications, and for offers by pay and workplace. */
export const applicationsScale = (engine: EngineName, sizes = SIZES) =>
  measureScale(engine, sizes, applicationCalls)

const measureScale = (engine: EngineName, sizes: number[], callsOf: CallsOf) => async (): Promise<Row[]> => {
  const bySize = new Map<number, Map<string, Measured>>()
  for (const offers of sizes) bySize.set(offers, await measureAll(engine, offers, callsOf))
  const [smallest = 0, largest = 0] = [sizes[0], sizes.at(-1)]
  return [...(bySize.get(smallest)?.keys() ?? [])].map((what) => {
    const at = (offers: number) => bySize.get(offers)?.get(what)
    const growth = (at(largest)?.p50Ms ?? 0) - (at(smallest)?.p50Ms ?? 0)
    return {
      number: 7,
      what: `${engine}, ${what}: p50/p99 ms, ${engine === 'SQLite' ? 'pages' : 'rows'} read`,
      goal: `p50 grows ≤ ${MAX_P50_GROWTH_MS} ms`,
      measured: sizes.map((offers) => formatted(at(offers))).join(' → '),
      isMet: growth <= MAX_P50_GROWTH_MS,
    }
  })
}

const formatted = (one: Measured | undefined) =>
  one ? `${one.p50Ms.toFixed(1)}/${one.p99Ms.toFixed(1)}, ${one.reads.toLocaleString('en')}` : ''

async function measureAll(
  engine: EngineName,
  offers: number,
  callsOf: CallsOf,
): Promise<Map<string, Measured>> {
  const filled = await openFilled(engine, offers)
  const calls = callsOf(sizesOf(offers))
  const client = startCallClient()
  try {
    const tokens = await Promise.all(calls.map(({ as }) => as && filled.signIn(as.id, as.role)))
    const requests = calls.map((call, index) => ({ path: call.path(1), token: tokens[index] }))
    process.stderr.write(`  ${engine}, ${offers}: reads …\n`)
    const reads = await readsOf(filled.settings, filled.file, requests)
    const server = await startServer(SERVER, filled.settings)
    const measured = new Map<string, Measured>()
    try {
      for (const [index, call] of calls.entries()) {
        process.stderr.write(`  ${engine}, ${offers}: ${call.what} …\n`)
        const many = (count: number) => repeated(call, tokens[index], count)
        await client.run({ url: server.url, calls: many(WARM_UP_CALLS), connections: CONNECTIONS })
        const timed = await client.run({
          url: server.url,
          calls: many(call.isSlow ? SLOW_CALLS : CALLS),
          connections: CONNECTIONS,
        })
        measured.set(call.what, { ...timed, reads: reads[index] ?? 0 })
      }
    } finally {
      await server.stop()
    }
    return measured
  } finally {
    client.stop()
    await filled.close()
  }
}

const repeated = ({ path }: ScaleCall, token: string | undefined, count: number) =>
  Array.from({ length: count }, (_, n) => ({ path: path(n), token }))
