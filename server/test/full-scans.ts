import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { afterAll } from 'vitest'
import type { TestServer } from './server.ts'

/** Tables that do not grow with the number of people. */
const SMALL = new Set(['announcements', 'push_keys', 'server_state', 'totals'])
/** Of all jobs that wait or failed, for moderators. */
const COUNT_OF_JOBS = /^select count\(\*\) .* from "jobs"/

/** SQLite plans look-ups of references to a new row, but makes them for deferred constraints only. */
const INSERT = /^\s*insert [^(]*\([^)]*\) values/i

/**
 * Records the statements that this process prepares for SQLite. `fullScans` returns those that read all rows of a table,
 * in its own order, with the table; planned with the values of their last execution.
 */
export function recordStatements() {
  const statements = new Map<string, StatementSync>()
  const { prepare } = DatabaseSync.prototype
  DatabaseSync.prototype.prepare = function (text) {
    const statement = prepare.call(this, text)
    statements.set(text, statement)
    return statement
  }
  const stop = () => {
    DatabaseSync.prototype.prepare = prepare
  }
  afterAll(stop)

  return {
    fullScans: ({ dataDir }: Pick<TestServer, 'dataDir'>): string[] => {
      stop()
      const db = new DatabaseSync(`${dataDir}/puente.db`)
      db.function('search_grams', String)
      const tables = new Set(
        db
          .prepare("select name from sqlite_schema where type = 'table'")
          .all()
          .map(({ name }) => name),
      )
      const scans: string[] = []
      for (const [text, { expandedSQL }] of statements) {
        if (INSERT.test(text) || COUNT_OF_JOBS.test(text)) continue
        for (const { detail } of db.prepare(`explain query plan ${expandedSQL}`).all()) {
          const [, name] = /^SCAN (\w+)$/.exec(String(detail)) ?? []
          if (name === undefined) continue
          const [, table = name] = new RegExp(`(\\w+)"? as "?${name}\\b`).exec(text) ?? []
          if (tables.has(table) && !SMALL.has(table)) scans.push(`${table}: ${text}`)
        }
      }
      db.close()
      return scans
    },
  }
}
