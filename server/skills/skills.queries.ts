import { sql } from 'kysely'
import type { Skill, SkillScope } from '#contract/skills.ts'
import { cachedWhenLarge } from '../lib/cached-values.ts'
import type { Db } from '../lib/db.ts'
import { CATALOGUE } from './catalogue.ts'

/** So that the list stays below 1 MB, whatever people type (X2). */
const MAX_WORDS = 5000

/** The catalogue and the words in use, or those in use in one list; by name, each once (decision 44). */
export async function listSkills(db: Db, scope?: SkillScope): Promise<Skill[]> {
  const usage = await cachedWhenLarge(db, 'skills in use', () => findUsage(db))
  return (scope ? usage[scope] : usage.all).map((name) => ({ name }))
}

const MAX_SUGGESTIONS = 10

/** At most ten words that contain the text, those that start with it first (decision 25). */
export async function suggestSkills(db: Db, text: string): Promise<Skill[]> {
  const part = text.toLowerCase()
  if (part === '') return []
  const names = (await listSkills(db)).filter(({ name }) => name.toLowerCase().includes(part))
  const [first, rest] = [true, false].map((starts) =>
    names.filter(({ name }) => name.toLowerCase().startsWith(part) === starts),
  )
  return [...(first ?? []), ...(rest ?? [])].slice(0, MAX_SUGGESTIONS)
}

const CATALOGUE_NAMES = new Map(CATALOGUE.map((name) => [name.toLowerCase(), name]))

/** A word of somebody's own is shown when a second person uses it too, wherever that is (P7). */
async function findUsage(db: Db): Promise<Record<SkillScope | 'all', string[]>> {
  const projects = await findWords(db, PROJECT_WORDS)
  const developers = await findWords(db, DEVELOPER_WORDS)
  const offers = await findWords(db, OFFER_WORDS)
  const words = Map.groupBy([...projects, ...developers, ...offers], (word) => word.key)
  const shown = new Map(CATALOGUE_NAMES)
  for (const [key, uses] of words) {
    const owners = new Set(uses.flatMap((use) => [use.first_owner, use.second_owner ?? []].flat()))
    if (!shown.has(key) && owners.size >= 2) shown.set(key, uses[0]?.name ?? key)
  }
  const names = (keys: Iterable<string>) =>
    Array.from(keys, (key) => shown.get(key) ?? [])
      .flat()
      .slice(0, MAX_WORDS)
      .sort(byName)
  const keysOf = (list: Word[]) => list.map((word) => word.key)
  return {
    all: names(shown.keys()),
    projects: names(keysOf(projects)),
    developers: names(keysOf(developers)),
    offers: names(keysOf(offers)),
  }
}

const { compare: byName } = new Intl.Collator('en', { sensitivity: 'variant' })

/** Two of the people who use a word, if there are two. */
type Word = { key: string; name: string; first_owner: string; second_owner: string | null }

type Source = { table: string; time: string; owned: string; owner: string }

// Only what is public has words.
const PROJECT_WORDS: Source = {
  table: 'project_skills',
  time: 'project_created_at',
  owned: 'inner join projects on projects.id = project_skills.project_id',
  owner: 'projects.owner_id',
}
const DEVELOPER_WORDS: Source = {
  table: 'user_skills',
  time: 'user_created_at',
  owned: '',
  owner: 'user_skills.user_id',
}
const OFFER_WORDS: Source = {
  table: 'offer_skills',
  time: 'offer_created_at',
  owned: 'inner join offers on offers.id = offer_skills.offer_id',
  owner: 'offers.owner_id',
}

/** Jumps from word to word in the index instead of reading every row: what counts is how many words there are. */
async function findWords(db: Db, source: Source): Promise<Word[]> {
  const table = sql.table(source.table)
  const owned = sql.raw(source.owned)
  const owner = sql.ref(source.owner)
  const rows = sql`from ${table} ${owned} where ${table}.key = word.key`
  const { rows: words } = await sql<Word>`
    with recursive word (key) as (
      select min(key) from ${table}
      union all
      select (select min(key) from ${table} where ${table}.key > word.key) from word where word.key is not null
    )
    select word.key, word.name, word.first_owner,
      (select ${owner} ${rows} and ${owner} <> word.first_owner limit 1) as second_owner
    from (
      select word.key,
        (select name from ${table} where ${table}.key = word.key order by ${sql.ref(source.time)} limit 1) as name,
        (select ${owner} ${rows} order by ${sql.ref(source.time)} limit 1) as first_owner
      from word where word.key is not null
    ) as word
    where word.first_owner is not null`.execute(db)
  return words
}
