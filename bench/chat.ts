import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqlite } from '../server/lib/db.ts'
import { newId, now } from '../server/lib/ids.ts'
import { migrate } from '../server/lib/migrate.ts'
import { createTokens } from '../server/lib/tokens.ts'
import { insertSignIn } from '../server/users/users.queries.ts'
import { CLIENT_CORE, PROJECT, pinned, startServer } from './lib/processes.ts'
import { interleaved } from './lib/rounds.ts'
import type { Row } from './lib/table.ts'

const PEOPLE = 200
const SECONDS = 5
const GOAL = 0.5

/** Row 9: messages that are stored before they are answered, against a relay that stores nothing. */
export async function chat(): Promise<Row> {
  const dataDir = mkdtempSync(join(tmpdir(), 'puente-bench-'))
  const secret = randomBytes(32).toString('hex')
  const people = await makePeople(dataDir, secret)
  const ours = await startServer('server/main.ts', {
    DATA_DIR: dataDir,
    JWT_SECRET: secret,
    RATE_LIMITS: 'off',
  })
  const bare = await startServer('bench/bare/relay.ts', {}, '/')
  try {
    const ratio = await interleaved(
      () => talk(ours.url, 'stored', people),
      () => talk(bare.url, 'relay', people),
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
    rmSync(dataDir, { recursive: true, force: true })
  }
}

type Person = { id: string; token: string }

async function makePeople(dataDir: string, secret: string): Promise<Person[]> {
  const database = openSqlite(join(dataDir, 'puente.db'))
  await migrate(database)
  const tokens = createTokens(secret)
  const people: Person[] = []
  for (let n = 0; n < PEOPLE; n += 1) {
    const id = newId()
    await database.db
      .insertInto('users')
      .values({
        id,
        role: 'developer',
        email: `chat-${n}@example.com`,
        name: 'Lucía',
        surname: String(n),
        password_hash: '',
        created_at: now(),
        onboarded_at: now(),
      })
      .execute()
    const sid = await insertSignIn(database.db, id)
    people.push({ id, token: await tokens.sign({ id, role: 'developer', tv: 1, sid }) })
  }
  await database.close()
  return people
}

async function talk(url: string, mode: string, people: Person[]): Promise<number> {
  const args = [join(PROJECT, 'bench/clients/chat.ts'), url, mode, String(SECONDS)]
  const child = spawn(...pinned(CLIENT_CORE, process.execPath, args), { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(JSON.stringify(people))
  let output = ''
  for await (const part of child.stdout.setEncoding('utf8')) output += part
  const messages = Number(output)
  if (!(messages > 0)) throw new Error(`No messages arrived at ${url}`)
  return messages
}
