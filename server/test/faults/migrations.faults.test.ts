import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { openSqlite } from '../../lib/db.ts'
import { migrate } from '../../migrations/migrate.ts'
import { migrations } from '../../migrations/migrations.ts'
import { columnTypes } from '../../migrations/types.ts'
import { makeDatabase } from '../database.ts'
import { programFile } from '../program-file.ts'
import { IS_LONG } from './long.ts'

const PROGRAM = programFile('server/test/faults/migrate-process.ts')
const folder = mkdtempSync(join(tmpdir(), 'puente-migrate-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const { TEST_DATABASE_URL } = process.env
const ENGINE = TEST_DATABASE_URL ? 'postgres' : 'sqlite'
const sizes = Object.values(migrations).map((statements) => statements(columnTypes[ENGINE]).length)
/** The statement in the middle of each migration, or in the long form every one. */
const killPoints = IS_LONG
  ? Array.from({ length: sizes.reduce((sum, size) => sum + size, 0) }, (_, index) => index + 1)
  : sizes.flatMap((size, index) =>
      size === 0 ? [] : sizes.slice(0, index).reduce((sum, one) => sum + one, 0) + Math.ceil(size / 2),
    )

async function run(file: string, killAt: number, env: Record<string, string>) {
  const child = fork(PROGRAM, [file, String(killAt)], { env: { ...process.env, ...env }, stdio: 'inherit' })
  const [code, signal] = await once(child, 'exit')
  return { code, signal }
}

test(
  'a start that is killed in the middle of any migration is finished by the next one (D-4)',
  async () => {
    const whole = openSqlite(':memory:')
    await migrate(whole)
    const expected = await shapeOf(whole)
    await whole.close()
    for (const killPoint of killPoints) {
      const file = join(folder, `${killPoint}.db`)
      const env: Record<string, string> = TEST_DATABASE_URL
        ? { DATABASE_URL: await makeDatabase(TEST_DATABASE_URL, { isEmpty: true }) }
        : {}
      expect(await run(file, killPoint, env)).toEqual({ code: null, signal: 'SIGKILL' })
      expect([killPoint, await run(file, 0, env)]).toEqual([killPoint, { code: 0, signal: null }])
      if (ENGINE === 'postgres') continue
      const found = openSqlite(file)
      expect(await shapeOf(found)).toEqual(expected)
      await found.close()
    }
  },
  killPoints.length * 20_000,
)

async function shapeOf({ db }: ReturnType<typeof openSqlite>) {
  const { rows } = await sql<{
    sql: string
  }>`select sql from sqlite_master where sql is not null order by sql`.execute(db)
  // A default may be the time of the migration.
  return rows.map((row) => row.sql.replaceAll(/'\d{4}-\d\d-\d\dT[\d:.]+Z'/g, 'a time'))
}
