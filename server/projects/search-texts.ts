import type { Kysely } from 'kysely'
import { scheduleJob } from '../jobs/jobs.queries.ts'
import type { Tx } from '../lib/db.ts'
import { parseTextList } from '../lib/mapping.ts'
import type { Tables } from '../lib/tables.ts'
import { inSteps } from '../lib/turns.ts'
import { searchTextOf } from './projects.mapping.ts'

/** Characters per batch (X1): one long project, or several short ones. */
const STEP_CHARACTERS = 4000
const STEP_PROJECTS = 10
/** Sorts before every id, on PostgreSQL too. */
const FIRST = '00000000-0000-0000-0000-000000000000'

/**
 * Updates the owner's name in the search texts of the projects, in the transaction of the change: as many as fit a
 * batch; a job does the others.
 */
export async function renameOwner(tx: Tx, ownerId: string): Promise<void> {
  if (await refreshAfter(tx, ownerId, FIRST)) {
    await scheduleJob(tx, 'search texts', { userId: ownerId }, { key: ownerId, ifWaiting: 'keep' })
  }
}

/** The job: all projects in batches. Each batch reads the name again, so that the last one wins. */
export async function refreshSearchTexts(db: Kysely<Tables>, ownerId: string): Promise<void> {
  let last: string | undefined = FIRST
  await inSteps(async () => {
    last = await db.transaction().execute((tx) => refreshAfter(tx, ownerId, last ?? FIRST))
    return last !== undefined
  })
}

/** One batch of projects after this id. Returns the last id, or undefined when there are no more. */
async function refreshAfter(tx: Tx, ownerId: string, after: string): Promise<string | undefined> {
  // A write, so that a concurrent change of the name comes before or after.
  const owner = await tx
    .updateTable('users')
    .set((row) => ({ token_version: row.ref('token_version') }))
    .where('id', '=', ownerId)
    .where('deactivated_at', 'is', null)
    .returning(['name', 'surname'])
    .executeTakeFirst()
  if (!owner) return undefined
  const rows = await tx
    .selectFrom('projects')
    .select(['id', 'title', 'category', 'skills', 'description'])
    .where('owner_id', '=', ownerId)
    .where('id', '>', after)
    .where('deleted_at', 'is', null)
    .where('hidden_at', 'is', null)
    .orderBy('id')
    .limit(STEP_PROJECTS)
    .execute()
  let characters = 0
  for (const row of rows) {
    const text = searchTextOf({ ...row, projectSkills: parseTextList(row.skills) }, owner)
    await tx.updateTable('projects').set({ search_text: text }).where('id', '=', row.id).execute()
    characters += text.length
    if (characters >= STEP_CHARACTERS) return row.id
  }
  return rows.length < STEP_PROJECTS ? undefined : rows.at(-1)?.id
}
