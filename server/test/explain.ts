import { CompiledQuery, createQueryId, type Kysely, type RootOperationNode, sql } from 'kysely'
import type { Tables } from '../lib/tables.ts'

type Step = { id: number; parent: number; detail: string }
export type Plan = { statement: string; steps: string[]; faults: string[] }

/**
 * SQLite's plans for all statements of `work`, and their problems: a full table scan,
 * a sort for lack of an index, or a page of ids that reads rows. Fill the tables and ANALYZE first.
 */
export async function explain(
  db: Kysely<Tables>,
  work: (db: Kysely<Tables>) => Promise<unknown>,
): Promise<Plan[]> {
  const nodes = await queriesOf(db, work)
  const tables = await listTables(db)
  const plans: Plan[] = []
  for (const node of nodes) {
    const { sql: text, parameters } = db.getExecutor().compileQuery(node, createQueryId())
    const { rows } = await db.executeQuery<Step>(
      CompiledQuery.raw(`explain query plan ${text}`, [...parameters]),
    )
    const steps = rows.map((row) => row.detail)
    plans.push({ statement: text, steps, faults: faultsOf(rows, tables) })
  }
  return plans
}

/** PostgreSQL without sequential scans, which it would otherwise choose for few rows. */
export async function explainPostgres(
  db: Kysely<Tables>,
  work: (db: Kysely<Tables>) => Promise<unknown>,
): Promise<Omit<Plan, 'faults'>[]> {
  const nodes = await queriesOf(db, work)
  return db.connection().execute(async (connection) => {
    const ways = ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin']
    for (const way of ways) await sql`set ${sql.raw(way)} = off`.execute(connection)
    const { rows: partial } = await sql<{ name: string }>`
      select indexrelid::regclass::text as name from pg_index where indpred is not null`.execute(connection)
    const isPartial = (name: string) => partial.some((index) => index.name === name)
    const plans = []
    for (const node of nodes) {
      const { sql: statement, parameters } = db.getExecutor().compileQuery(node, createQueryId())
      const { rows } = await connection.executeQuery<Row>(
        CompiledQuery.raw(`explain (format json) ${statement}`, [...parameters]),
      )
      plans.push({
        statement,
        steps: rows.flatMap((row) => row['QUERY PLAN'].flatMap((one) => walksIn(one.Plan, isPartial))),
      })
    }
    for (const way of ways) await sql`reset ${sql.raw(way)}`.execute(connection)
    return plans
  })
}

type Row = { 'QUERY PLAN': { Plan: PostgresStep }[] }
type PostgresStep = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Plans?: PostgresStep[]
}

/** Tables with a full scan, in their own order or in that of an index of all rows. */
function walksIn(step: PostgresStep, isPartial: (index: string) => boolean): string[] {
  const type = step['Node Type']
  const isIndex = /Index (Only )?Scan$/.test(type) && !isPartial(step['Index Name'] ?? '')
  const isWalk = type === 'Seq Scan' || (isIndex && step['Index Cond'] === undefined)
  const own = isWalk ? [`SCAN ${step['Relation Name'] ?? step['Index Name']}`] : []
  return [...own, ...(step.Plans ?? []).flatMap((part) => walksIn(part, isPartial))]
}

/** The queries of `work`, which is executed. */
export async function queriesOf(
  db: Kysely<Tables>,
  work: (db: Kysely<Tables>) => Promise<unknown>,
): Promise<RootOperationNode[]> {
  const nodes: RootOperationNode[] = []
  const recording = db.withPlugin({
    transformQuery: ({ node }) => {
      nodes.push(node)
      return node
    },
    transformResult: async ({ result }) => result,
  })
  await work(recording)
  return nodes
}

async function listTables(db: Kysely<Tables>): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(
    db,
  )
  return new Set(rows.map((row) => row.name))
}

/**
 * A page of ids reads its index only: reading the rows that it skips would make deep pages slow. The page itself
 * may be sorted again. Other derived tables are judged by their own steps.
 */
function faultsOf(steps: Step[], tables: Set<string>): string[] {
  const parentsOf = (pattern: RegExp, key: 'id' | 'parent') =>
    new Set(steps.filter((step) => pattern.test(step.detail)).map((step) => step[key]))
  const pages = parentsOf(/^(?:CO-ROUTINE|MATERIALIZE) page$/, 'id')
  const drivenByPage = parentsOf(/^SCAN page\b/, 'parent')
  return steps
    .filter(({ detail, parent }) => {
      const [, scanned] = /^SCAN (\S+)(?!.* USING )(?!.* VIRTUAL TABLE )/.exec(detail) ?? []
      if (scanned !== undefined) return tables.has(scanned)
      if (/ USING INDEX (?!sqlite_autoindex)/.test(detail)) return pages.has(parent)
      return detail.startsWith('USE TEMP B-TREE') && !drivenByPage.has(parent)
    })
    .map((step) => step.detail)
}
