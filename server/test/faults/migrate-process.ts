// Migrates a database to the newest schema, and is killed before the statement with the given number.

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
    // The statements of migrations are raw; the others are those of the ledger.
    if (node.kind === 'RawNode') statements += 1
    if (statements === Number(killAt)) kill(pid, 'SIGKILL')
    return node
  },
  transformResult: async ({ result }) => result,
})
await migrate({ ...database, db })
await database.close()
process.send?.(statements)
