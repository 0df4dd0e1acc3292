import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Role } from '../../contract/users.ts'
import { type Database, openSqlite } from '../../server/lib/db.ts'
import { openPostgres } from '../../server/lib/postgres.ts'
import { createTokens } from '../../server/lib/tokens.ts'
import { insertSession } from '../../server/users/users.queries.ts'
import { filledDataDir } from './fill.ts'
import { filledPostgres } from './fill-postgres.ts'

export type EngineName = 'SQLite' | 'PostgreSQL'
export type Filled = {
  /** Settings of a server on this data. */
  settings: Record<string, string>
  db: Database['db']
  /** The database file on SQLite. */
  file: string
  signIn: (id: string, role: Role) => Promise<string>
  close: () => Promise<void>
}

/** The filled database of an engine. It is shared between runs: write only sessions into it, or use a copy. */
export async function openFilled(
  engine: EngineName,
  offers: number,
  { isCopy = false } = {},
): Promise<Filled> {
  const dataDir = mkdtempSync(join(tmpdir(), 'puente-bench-own-'))
  const secret = randomBytes(32).toString('hex')
  const common = { DATA_DIR: dataDir, JWT_SECRET: secret, RATE_LIMITS: 'off', PUBLIC_CACHE: 'off' }
  const file = join(dataDir, 'puente.db')
  const { database, settings, stop } =
    engine === 'SQLite' ? await onSqlite(offers, { file, isCopy }) : await onPostgres(offers, isCopy)
  const tokens = createTokens(secret)
  return {
    settings: { ...common, ...settings },
    db: database.db,
    file,
    signIn: async (id, role) => tokens.sign({ id, role, tv: 1, sid: await insertSession(database.db, id) }),
    close: async () => {
      await database.close()
      await stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

type Opened = { database: Database; settings: Record<string, string>; stop: () => Promise<void> }

/** A symbolic link lets several runs share the file, each with a data directory of its own. */
async function onSqlite(
  offers: number,
  { file, isCopy }: { file: string; isCopy: boolean },
): Promise<Opened> {
  const put = isCopy ? copyFileSync : symlinkSync
  put(join(await filledDataDir(offers), 'puente.db'), file)
  return { database: openSqlite(file), settings: {}, stop: async () => {} }
}

async function onPostgres(offers: number, isCopy: boolean): Promise<Opened> {
  const server = await filledPostgres(offers)
  const url = isCopy ? await copyOf(server.url) : server.url
  const database = await openPostgres({ url, onError: () => {} })
  return {
    database,
    settings: { DATABASE_URL: url, MAIL: 'outbox' },
    stop: () => server.stop(),
  }
}

/** A copy of the filled database in the same server, made anew. */
async function copyOf(filled: string): Promise<string> {
  const [from, to, other] = ['', 'copy', 'template1'].map((name) => {
    const url = new URL(filled)
    if (name !== '') url.pathname = `/${name}`
    return url
  }) as [URL, URL, URL]
  const client = new pg.Client(other.href)
  await client.connect()
  await client.query('drop database if exists copy')
  await client.query(`create database copy template ${from.pathname.slice(1)}`)
  await client.end()
  return to.href
}
