import { runClient } from './lib/clients.ts'
import { peopleInSqlite } from './lib/people.ts'
import { SERVER, startServer } from './lib/processes.ts'
import { interleaved } from './lib/rounds.ts'
import type { Row } from './lib/table.ts'

const PEOPLE = 200
const SECONDS = 3
const GOAL = 0.5

/** Row 9: messages that are stored before they are answered, against a relay that stores nothing. */
export async function chat(): Promise<Row> {
  const { people, settings, remove } = await peopleInSqlite(PEOPLE)
  const ours = await startServer(SERVER, settings)
  const bare = await startServer('bench/bare/relay.ts', {}, '/')
  const talk = async (url: string, mode: string) =>
    Number(await runClient('chat.ts', [url, mode, String(SECONDS)], people))
  try {
    const ratio = await interleaved(
      () => talk(ours.url, 'stored'),
      () => talk(bare.url, 'relay'),
    )
    return {
      number: 9,
      what: 'Stored chat, messages/s',
      goal: `≥ ${GOAL}`,
      ratio,
      isMet: ratio.lower >= GOAL * 0.9,
    }
  } finally {
    await ours.stop()
    await bare.stop()
    remove()
  }
}
