import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import type { Config } from '../config.ts'
import { openServices } from '../open-services.ts'
import { listRecordedErasures } from '../users/erased-ids.ts'
import { repeatErasures } from '../users/erasure.ts'
import { connectPostgres } from './incoming-schema.ts'
import { DATABASE } from './manifest.ts'
import { readOffline } from './sqlite-files.ts'

/** All known erasures: of the data that a restore replaces, and of the records outside of it. */
export async function listErasures(config: Config): Promise<Set<string>> {
  const noted = await listRecordedErasures(config)
  return new Set([...noted, ...(await erasedInPlace(config))])
}

/** Erases those people in the restored data. Returns how many were still there. */
export async function eraseAgain(config: Config, ids: ReadonlySet<string>): Promise<number> {
  if (ids.size === 0) return 0
  const services = await openServices(config, pino({ level: 'silent' }))
  try {
    return await repeatErasures(services, ids)
  } finally {
    await services.close()
  }
}

const ERASED = 'select id from users where erased_at is not null'

/** None without a database or with an unreadable one, which the restore replaces. */
async function erasedInPlace(config: Config): Promise<string[]> {
  try {
    return config.DATABASE_URL ? await inPostgres(config.DATABASE_URL, config) : await inFile(config)
  } catch {
    return []
  }
}

async function inFile({ DATA_DIR }: Config): Promise<string[]> {
  const file = join(DATA_DIR, DATABASE)
  if (!existsSync(file)) return []
  return readOffline(file, async (sqlite) =>
    sqlite
      .prepare(ERASED)
      .all()
      .map(({ id }) => String(id)),
  )
}

async function inPostgres(url: string, { DATABASE_SCHEMA }: Config): Promise<string[]> {
  const client = await connectPostgres({ url, schema: DATABASE_SCHEMA })
  try {
    return (await client.query<{ id: string }>(ERASED)).rows.map(({ id }) => id)
  } finally {
    await client.end()
  }
}
