import { sql } from 'kysely'
import type { SkillFilters, SkillScope } from '#contract/skills.ts'
import { listedDevs } from '../devs/devs.queries.ts'
import type { Db } from '../lib/db.ts'
import { now } from '../lib/ids.ts'
import { readRows } from '../lib/prepared.ts'
import { inParts } from '../lib/turns.ts'
import { matchingOffers } from '../offers/offer-filters.ts'
import { publicProjects } from '../projects/projects.queries.ts'

/** Longer lists of results are not counted: slow, and of no use to readers (X1). */
const MAX_MATCHES = 2000
/** Rows per batch (X1). */
const PART = 250

const TABLES = {
  projects: { table: 'project_skills', id: 'project_id' },
  developers: { table: 'user_skills', id: 'user_id' },
  offers: { table: 'offer_skills', id: 'offer_id' },
} as const

/** The number of matches of one list by skill key; undefined when too many match. */
export async function countSkills(
  db: Db,
  scope: SkillScope,
  filters: SkillFilters,
): Promise<Map<string, number> | undefined> {
  const { from, where, id } = await matchesOf(db, scope, filters)
  const matches = await readRows(
    db,
    sql<{ id: string }>`select ${id} as id ${from} where ${where} limit ${MAX_MATCHES + 1}`,
  )
  if (matches.length > MAX_MATCHES) return undefined
  const { table, id: column } = TABLES[scope]
  const counts = new Map<string, number>()
  await inParts(matches, PART, async (part) => {
    const ids = sql.join(part.map((match) => match.id))
    const rows = await readRows(
      db,
      sql<{ key: string; count: number }>`select key, count(*) as count from ${sql.table(table)}
        where ${sql.ref(column)} in (${ids}) group by key`,
    )
    for (const { key, count } of rows) counts.set(key, (counts.get(key) ?? 0) + Number(count))
  })
  return counts
}

const ALL = { page: 1, limit: 1, sort: 'latest' } as const

function matchesOf(db: Db, scope: SkillScope, filters: SkillFilters) {
  switch (scope) {
    case 'projects':
      return publicProjects(db, { ...ALL, ...filters, withGallery: false })
    case 'developers':
      return listedDevs(db, { ...ALL, ...filters, outstanding: false })
    case 'offers':
      return matchingOffers(db, { ...ALL, ...filters }, {}, now())
  }
}
