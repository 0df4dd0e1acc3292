import { join } from 'node:path'
import { openSqlite } from '../server/lib/db.ts'
import { type Draft, insertMessages } from '../server/messages/sending.queries.ts'
import { openMessageRows } from './bare/message-rows.ts'
import type { Person } from './clients/device.ts'
import { MESSAGE } from './clients/message.ts'
import { peopleInSqlite } from './lib/people.ts'
import { interleaved } from './lib/rounds.ts'
import type { Row } from './lib/table.ts'

const PEOPLE = 200
const GROUPS = 10
/** Messages per commit while 200 people send as fast as they can. */
const GROUP = 300
const MAX = 1.3

/** The storing part of row 9: CPU time per message, against bare node:sqlite writing the same rows. */
export async function chatRows(): Promise<Row> {
  const [ours, bare] = [await peopleInSqlite(PEOPLE), await peopleInSqlite(PEOPLE)]
  const database = openSqlite(join(ours.settings.DATA_DIR, 'puente.db'))
  const rows = openMessageRows(join(bare.settings.DATA_DIR, 'puente.db'))
  const spent: number[] = []
  try {
    const ratio = await interleaved(
      () =>
        microseconds(ours.people, (drafts) =>
          database.db.transaction().execute((tx) => insertMessages(tx, drafts)),
        ),
      async () => {
        spent.push(await microseconds(bare.people, async (drafts) => rows.store(drafts)))
        return spent.at(-1) ?? Number.NaN
      },
    )
    console.error(`bare: ${Math.min(...spent).toFixed(0)} µs per message at best`)
    const what = `Rows of a message, ${GROUP} per commit, CPU`
    return { number: 9, what, goal: `≤ ${MAX}`, ratio, isMet: ratio.upper <= MAX / 0.9 }
  } finally {
    await database.close()
    rows.close()
    for (const { remove } of [ours, bare]) remove()
  }
}

async function microseconds(people: readonly Person[], store: (drafts: Draft[]) => Promise<unknown>) {
  const before = process.cpuUsage()
  for (let group = 0; group < GROUPS; group += 1) {
    await store(Array.from({ length: GROUP }, (_, n) => draft(people, group * GROUP + n)))
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / (GROUPS * GROUP)
}

function draft(people: readonly Person[], n: number): Draft {
  const index = (n * 7) % people.length
  const [sender, receiver] = [people[index], people[index ^ 1]]
  if (!sender || !receiver) throw new Error('No such person')
  const content = { text: MESSAGE, image: '', clientId: null, contentHash: null }
  return { senderId: sender.id, receiverId: receiver.id, ...content }
}
