import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { verifyPassword } from '../../lib/passwords.ts'
import type { Tables } from '../../lib/tables.ts'

export const KINDS = [
  'account',
  'name',
  'password',
  'sign-in',
  'left',
  'reset mail',
  'project',
  'project text',
  'experience',
  'study',
  'offer',
  'offer text',
  'application',
  'status',
  'like',
  'message',
  'signals',
  'ticket',
  'file',
] as const
export type Kind = (typeof KINDS)[number]
type Entry = { kind: Kind; key: string }

/**
 * A ledger of writes, acknowledged and unacknowledged. After a kill each value must be the last acknowledged one, or
 * one of the attempts since then whose response was lost.
 */
export function openWriteLedger() {
  const answered = new Map<string, Entry & { value: string }>()
  const unanswered = new Map<string, Set<string>>()
  let answers = 0

  return {
    answers: () => answers,
    kinds: () => new Set([...answered.values()].map(({ kind }) => kind)),

    /** Sends a write, and notes what became of it. Undefined when no answer came. */
    async write(kind: Kind, key: string, value: string, call: () => Promise<Response>) {
      const id = `${kind} ${key}`
      const tries = unanswered.get(id) ?? new Set<string>()
      unanswered.set(id, tries.add(value))
      const answer = await call().catch(() => undefined)
      // The whole answer must have come: its end may be cut off too.
      const body = await answer?.text().catch(() => undefined)
      if (!answer || body === undefined || answer.status === 503) return undefined
      if (answer.status >= 300) throw new Error(`${id} was answered with ${answer.status}: ${body}`)
      unanswered.delete(id)
      answered.set(id, { kind, key, value })
      answers += 1
      return JSON.parse(body === '' ? '{}' : body) as Record<string, unknown>
    },

    /** For what is known only by its answer. */
    note(kind: Kind, key: string, value: string): void {
      answered.set(`${kind} ${key}`, { kind, key, value })
    },

    /** Differences from the acknowledged values; empty if nothing was lost. */
    async lost(db: Kysely<Tables>, dataDir: string): Promise<string[]> {
      const lost: string[] = []
      for (const [id, { kind, key, value }] of answered) {
        const found = await FIND[kind](db, key, { dataDir, value })
        const allowed = [value, ...(unanswered.get(id) ?? [])]
        if (!allowed.includes(found)) lost.push(`${id}: answered ${value}, found ${found}`)
      }
      return lost
    },
  }
}

type Find = (db: Kysely<Tables>, key: string, more: { dataDir: string; value: string }) => Promise<string>

const stateOf = (row: { deleted_at: string | null } | undefined) =>
  row === undefined ? 'missing' : row.deleted_at === null ? 'there' : 'deleted'

const FIND: Record<Kind, Find> = {
  account: async (db, key) =>
    (await db.selectFrom('users').select('id').where('email', '=', key).executeTakeFirst())
      ? 'there'
      : 'missing',
  name: async (db, key) =>
    (await db.selectFrom('users').select('name').where('id', '=', key).executeTakeFirst())?.name ?? 'missing',
  password: async (db, key, { value }) => {
    const row = await db.selectFrom('users').select('password_hash').where('id', '=', key).executeTakeFirst()
    return row && (await verifyPassword(row.password_hash, value)) ? value : 'another'
  },
  'sign-in': async (db, key) => {
    const row = await db.selectFrom('sessions').select('ended_at').where('id', '=', key).executeTakeFirst()
    return row?.ended_at ? 'ended' : 'open'
  },
  left: async (db, key) => {
    const row = await db.selectFrom('users').select('deactivated_at').where('id', '=', key).executeTakeFirst()
    return row?.deactivated_at ? 'left' : 'here'
  },
  // The mail, or the job that will send it.
  'reset mail': async (db, key, { dataDir }) => {
    const jobs = await db.selectFrom('jobs').select('payload').where('failed_at', 'is', null).execute()
    if (jobs.some(({ payload }) => payload.includes(key))) return 'there'
    const outbox = join(dataDir, 'outbox')
    const mails = existsSync(outbox) ? readdirSync(outbox) : []
    return mails.some((name) => readFileSync(join(outbox, name), 'utf8').includes(key)) ? 'there' : 'missing'
  },
  project: async (db, key) =>
    stateOf(await db.selectFrom('projects').select('deleted_at').where('title', '=', key).executeTakeFirst()),
  'project text': async (db, key) =>
    (await db.selectFrom('projects').select('description').where('id', '=', key).executeTakeFirst())
      ?.description ?? 'missing',
  experience: async (db, key) =>
    stateOf(
      await db.selectFrom('experiences').select('deleted_at').where('company', '=', key).executeTakeFirst(),
    ),
  study: async (db, key) =>
    stateOf(await db.selectFrom('studies').select('deleted_at').where('degree', '=', key).executeTakeFirst()),
  offer: async (db, key) =>
    stateOf(
      await db.selectFrom('offers').select('deleted_at').where('position', '=', key).executeTakeFirst(),
    ),
  'offer text': async (db, key) =>
    (await db.selectFrom('offers').select('description').where('id', '=', key).executeTakeFirst())
      ?.description ?? 'missing',
  application: async (db, key) => {
    const [offer = '', user = ''] = key.split(' ')
    const query = db.selectFrom('applications').select('cover_letter').where('offer_id', '=', offer)
    return (await query.where('user_id', '=', user).executeTakeFirst())?.cover_letter ?? 'missing'
  },
  status: async (db, key) => {
    const [offer = '', user = ''] = key.split(' ')
    const query = db.selectFrom('applications').select('status').where('offer_id', '=', offer)
    return (await query.where('user_id', '=', user).executeTakeFirst())?.status ?? 'missing'
  },
  like: async (db, key) => {
    const [project = '', user = ''] = key.split(' ')
    const query = db.selectFrom('likes').select('user_id').where('project_id', '=', project)
    return String((await query.where('user_id', '=', user).executeTakeFirst()) !== undefined)
  },
  message: async (db, key) =>
    (await db.selectFrom('messages').select('text').where('client_id', '=', key).executeTakeFirst())?.text ??
    'missing',
  signals: async (db, key) => {
    const row = await db
      .selectFrom('chat_settings')
      .select('signals_off_at')
      .where('user_id', '=', key)
      .executeTakeFirst()
    return String(row?.signals_off_at == null)
  },
  ticket: async (db, key) =>
    (await db.selectFrom('tickets').select('message').where('subject', '=', key).executeTakeFirst())
      ?.message ?? 'missing',
  file: async (db, key, { dataDir }) => {
    const row = await db.selectFrom('files').select('id').where('name', '=', key).executeTakeFirst()
    const [folder = '', extension] = key.split('.')
    const bytes = join(dataDir, 'files', folder, `full.${extension}`)
    return row && existsSync(bytes) && statSync(bytes).size > 0 ? 'there' : 'missing'
  },
}
