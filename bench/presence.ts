import type { Person } from './clients/device.ts'
import { runClient } from './lib/clients.ts'
import { peopleInSqlite } from './lib/people.ts'
import { cpuSecondsOf, SERVER, startServer } from './lib/processes.ts'
import { interleaved } from './lib/rounds.ts'
import type { Row } from './lib/table.ts'

const PEOPLE = 2000
const WATCHERS = 200
const ROUNDS = 5
const MAX_CPU = 1.5
const MAX_MS = 2000

/** Row 12: the CPU cost of presence while many people connect at once, and its delay. */
export async function presence(): Promise<Row[]> {
  const { people, settings, remove } = await peopleInSqlite(PEOPLE)
  const delays: { watchers: number; slowestMs: number }[] = []
  const burst = async (watchers: number) => {
    const { cpuSeconds, result } = await measure(settings, people, watchers)
    if (watchers > 0) delays.push(result)
    return cpuSeconds
  }
  try {
    const ratio = await interleaved(
      () => burst(WATCHERS),
      () => burst(0),
      ROUNDS,
    )
    const slowestMs = Math.max(...delays.map((one) => one.slowestMs))
    const known = Math.min(...delays.map((one) => one.watchers))
    return [
      {
        ...{
          number: 12,
          what: `${PEOPLE} people connect, ${WATCHERS} watch: CPU against no watchers`,
          goal: `≤ ${MAX_CPU}`,
        },
        ...{ ratio, isMet: ratio.upper <= MAX_CPU / 0.9 },
      },
      {
        ...{ number: 12, what: 'Presence of the partner known', goal: `${WATCHERS} within ${MAX_MS} ms` },
        measured: `${known} within ${slowestMs.toFixed(0)} ms`,
        isMet: known === WATCHERS && slowestMs <= MAX_MS,
      },
    ]
  } finally {
    remove()
  }
}

async function measure(settings: Record<string, string>, people: readonly Person[], watchers: number) {
  const server = await startServer(SERVER, settings)
  try {
    const before = cpuSecondsOf(server.pid)
    const result = await runClient('presence.ts', [server.url, String(watchers)], people)
    const cpuSeconds = cpuSecondsOf(server.pid) - before
    return { cpuSeconds, result: result as { watchers: number; slowestMs: number } }
  } finally {
    await server.stop()
  }
}
