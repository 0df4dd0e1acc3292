import { sql } from 'kysely'
import type { Page } from '#contract/endpoint.ts'
import type { Skill, SkillFilters, SkillScope } from '#contract/skills.ts'
import { cachedWhenLarge } from '../lib/cached-values.ts'
import type { Db } from '../lib/db.ts'
import { parseTextList } from '../lib/mapping.ts'
import { inParts, nextTurn } from '../lib/turns.ts'
import { CATALOGUE } from './catalogue.ts'
import { countSkills } from './skill-counts.queries.ts'

/** Keeps the list below 1 MB, whatever people type (X2). */
const MAX_WORDS = 5000

/** Walking so many takes some ms, for anybody who asks; one recruiter brings them in a day. */
const MANY_WORDS = 1000

/** The catalogue and the skills in use, or those of the matches of one list; by name, each once (decision 44). */
export async function listSkills(db: Db, filters?: SkillFilters): Promise<Skill[]> {
  const usage = await cachedWhenLarge(
    db,
    'skills in use',
    () => findUsage(db),
    ({ words }) => words >= MANY_WORDS,
  )
  if (!filters?.scope) return usage.all.map((name) => ({ name }))
  const counts = await countSkills(db, filters.scope, filters)
  return usage[filters.scope].flatMap((name) => {
    if (!counts) return { name }
    const count = counts.get(name.toLowerCase())
    return count === undefined ? [] : { name, count }
  })
}

/** The skills of the own offers of a recruiter, drafts included; the newest ones where there are too many. */
export async function listOwnSkills(db: Db, ownerId: string): Promise<Page<Skill>> {
  const rows = await db
    .selectFrom('offers')
    .select('skills')
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .where('hidden_at', 'is', null)
    .where('skills', '<>', '[]')
    .orderBy('created_at', 'desc')
    .execute()
  const names = new Map<string, string>()
  for (const { skills } of rows) {
    for (const name of parseTextList(skills)) {
      if (!names.has(name.toLowerCase())) names.set(name.toLowerCase(), name)
    }
    if (names.size >= MAX_WORDS) break
  }
  const items = [...names.values()].slice(0, MAX_WORDS).sort(byName)
  return { items: items.map((name) => ({ name })), total: items.length }
}

const MAX_SUGGESTIONS = 10

/** At most ten skills that contain the text, those that start with it first (decision 25). */
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

/** A skill outside of the catalogue is shown when two people use it, in any list (P7). */
async function findUsage(db: Db): Promise<Record<SkillScope | 'all', string[]> & { words: number }> {
  const projects = await findWords(db, PROJECT_WORDS)
  const developers = await findWords(db, DEVELOPER_WORDS)
  const offers = await findWords(db, OFFER_WORDS)
  const shown = new Map(CATALOGUE_NAMES)
  const first = new Map<string, Word>()
  await inParts([...projects, ...developers, ...offers], PART_WORDS, async (part) => {
    for (const word of part) {
      const use = first.get(word.key) ?? word
      first.set(word.key, use)
      const isShared = [word.first_owner, word.second_owner].some(
        (owner) => owner !== null && owner !== use.first_owner,
      )
      if (isShared && !shown.has(word.key)) shown.set(word.key, use.name)
    }
  })
  const names = async (keys: Iterable<string>) => {
    await nextTurn()
    const found: string[] = []
    for (const key of keys) {
      const name = shown.get(key)
      if (name !== undefined) found.push(name)
      if (found.length === MAX_WORDS) break
    }
    return found.sort(byName)
  }
  const keysOf = (list: Word[]) => list.map((word) => word.key)
  return {
    all: await names(shown.keys()),
    projects: await names(keysOf(projects)),
    developers: await names(keysOf(developers)),
    offers: await names(keysOf(offers)),
    words: first.size,
  }
}

const { compare: byName } = new Intl.Collator('en', { sensitivity: 'variant' })

/** Two of the people who use a skill, if there are two. */
type Word = { key: string; name: string; first_owner: string; second_owner: string | null }
/** Rows per batch (X1). */
const STEP_WORDS = 500
const PART_WORDS = 10_000

type Source = { table: string; time: string; owned: string; owner: string }

// Only public rows have entries.
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

/** Every skill, in batches. */
async function findWords(db: Db, source: Source): Promise<Word[]> {
  const words: Word[] = []
  let last: string | undefined = ''
  while (last !== undefined) {
    const step = await findWordsAfter(db, source, last)
    last = step.length === STEP_WORDS ? step.at(-1)?.key : undefined
    words.push(...step.filter((word): word is Word => word.first_owner !== null))
    await nextTurn()
  }
  return words
}

type FoundWord = Omit<Word, 'first_owner'> & { first_owner: string | null }

/** A loose index scan: jumps from value to value instead of reading every row. */
async function findWordsAfter(db: Db, source: Source, last: string): Promise<FoundWord[]> {
  const table = sql.table(source.table)
  const owned = sql.raw(source.owned)
  const owner = sql.ref(source.owner)
  const rows = sql`from ${table} ${owned} where ${table}.key = word.key`
  const { rows: words } = await sql<FoundWord>`
    with recursive word (key, depth) as (
      select min(key), 1 from ${table} where ${table}.key > ${last}
      union all
      select (select min(key) from ${table} where ${table}.key > word.key), depth + 1
      from word where word.key is not null and depth < ${sql.lit(STEP_WORDS)}
    )
    select word.key, word.name, word.first_owner,
      (select ${owner} ${rows} and ${owner} <> word.first_owner limit 1) as second_owner
    from (
      select word.key,
        (select name from ${table} where ${table}.key = word.key order by ${sql.ref(source.time)} limit 1) as name,
        (select ${owner} ${rows} order by ${sql.ref(source.time)} limit 1) as first_owner
      from word where word.key is not null
    ) as word
    order by word.key`.execute(db)
  return words
}
