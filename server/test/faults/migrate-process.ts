// Brings a database to the newest shape, and is killed before the statement whose number it is given.

import { argv, env, kill, pid } from 'node:process'
import { openSqlite } from '../../lib/db.ts'
import { openPostgres } from '../../lib/postgres.ts'
import { migrate } from '../../migrations/migrate.ts'

const [file = '', killAt = '0'] = argv.slice(2)
let statements = 0

const database = env.DATABASE_URL
  ? await openPostgres({
      url: env.DATABASE_URL,
      schema: env.DATABASE_SCHEMA,
      hasNoTimeout: true,
      onError: () => {},
    })
  : openSqlite(file)
const db = database.db.withPlugin({
  transformQuery: ({ node }) => {
    // Only what migrations say is raw; the rest is Kysely's own ledger of them.
    if (node.kind === 'RawNode') statements += 1
    if (statements === Number(killAt)) kill(pid, 'SIGKILL')
    return node
  },
  transformResult: async ({ result }) => result,
})
await migrate({ ...database, db })
await database.close()
process.send?.(statements)
