import { readFileSync } from 'node:fs'
import type { Person } from './clients/device.ts'
import { runClient } from './lib/clients.ts'
import { peopleInSqlite } from './lib/people.ts'
import { SERVER, startServer } from './lib/processes.ts'
import { interleaved } from './lib/rounds.ts'
import type { Row } from './lib/table.ts'

const PEOPLE = 2000
const WATCHERS = 200
const ROUNDS = 5
const TICKS_PER_SECOND = 100
const MOST_CPU = 1.5
const MOST_MS = 2000

/** Row 12: what it costs that some see who is online while many come at once, and how soon they see it. */
export async function presence(): Promise<Row[]> {
  const { people, settings, remove } = await peopleInSqlite(PEOPLE)
  const seen: { watchers: number; slowestMs: number }[] = []
  const burst = async (watchers: number) => {
    const { cpuSeconds, answer } = await measure(settings, people, watchers)
    if (watchers > 0) seen.push(answer)
    return cpuSeconds
  }
  try {
    const ratio = await interleaved(
      () => burst(WATCHERS),
      () => burst(0),
      ROUNDS,
    )
    const slowestMs = Math.max(...seen.map((one) => one.slowestMs))
    const known = Math.min(...seen.map((one) => one.watchers))
    return [
      {
        ...{ number: 12, what: `${PEOPLE} come, ${WATCHERS} watch: CPU`, goal: `≤ ${MOST_CPU}` },
        ...{ ratio, isMet: ratio.upper <= MOST_CPU / 0.9 },
      },
      {
        ...{ number: 12, what: 'every watcher right', goal: `${WATCHERS} within ${MOST_MS} ms` },
        measured: `${known} within ${slowestMs.toFixed(0)} ms`,
        isMet: known === WATCHERS && slowestMs <= MOST_MS,
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
    const answer = await runClient('presence.ts', [server.url, String(watchers)], people)
    const cpuSeconds = cpuSecondsOf(server.pid) - before
    return { cpuSeconds, answer: answer as { watchers: number; slowestMs: number } }
  } finally {
    await server.stop()
  }
}

function cpuSecondsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}
