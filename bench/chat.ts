import { runClient } from './lib/clients.ts'
import { peopleInSqlite } from './lib/people.ts'
import { cpuSecondsOf, SERVER, startServer } from './lib/processes.ts'
import { interleaved, median } from './lib/rounds.ts'
import type { Row } from './lib/table.ts'

const PEOPLE = 200
const SECONDS = 3
/** The same as in `clients/chat.ts`. */
const WARM_UP_SECONDS = 0.5
const GOAL = 0.1
const MAX_CPU_US = 200

/** Row 9: throughput of messages stored before the response, against a relay that stores nothing. */
export async function chat(): Promise<Row[]> {
  const { people, settings, remove } = await peopleInSqlite(PEOPLE)
  const ours = await startServer(SERVER, settings)
  const bare = await startServer('bench/bare/relay.ts', {}, '/')
  const perSecond = async (url: string, mode: string) =>
    Number(await runClient('chat.ts', [url, mode, String(SECONDS)], people))
  const cpuOfMessages: number[] = []
  const stored = async () => {
    const before = cpuSecondsOf(ours.pid)
    const measured = await perSecond(ours.url, 'stored')
    const messages = measured * (SECONDS + WARM_UP_SECONDS)
    cpuOfMessages.push(((cpuSecondsOf(ours.pid) - before) / messages) * 1e6)
    return measured
  }
  try {
    const ratio = await interleaved(stored, () => perSecond(bare.url, 'relay'))
    const cpuUs = median(cpuOfMessages.slice(1))
    return [
      {
        ...{ number: 9, what: 'Stored chat, messages/s', goal: `≥ ${GOAL}` },
        ...{ ratio, isMet: ratio.lower >= GOAL * 0.9 },
      },
      {
        ...{ number: 9, what: 'Stored chat, CPU per message', goal: `≤ ${MAX_CPU_US} µs` },
        ...{ measured: `${cpuUs.toFixed(0)} µs`, isMet: cpuUs <= MAX_CPU_US },
      },
    ]
  } finally {
    await ours.stop()
    await bare.stop()
    remove()
  }
}
