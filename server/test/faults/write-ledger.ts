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
  'edit',
  'removal',
  'mute',
  'request',
  'block',
  'report',
  'signals',
  'ticket',
  'file',
] as const
export type Kind = (typeof KINDS)[number]
type Entry = { kind: Kind; key: string }

/**
 * A ledger of writes, acknowledged and unacknowledged. After a kill each value must be the last acknowledged one, or
 * one of the later attempts whose response was lost.
 */
export function openWriteLedger() {
  const acknowledged = new Map<string, Entry & { value: string }>()
  const pending = new Map<string, Set<string>>()
  let responses = 0

  return {
    responses: () => responses,
    kinds: () => new Set([...acknowledged.values()].map(({ kind }) => kind)),

    /** Sends a write and records its outcome. Undefined without a response. */
    async write(kind: Kind, key: string, value: string, call: () => Promise<Response>) {
      const id = `${kind} ${key}`
      const tries = pending.get(id) ?? new Set<string>()
      pending.set(id, tries.add(value))
      const response = await call().catch(() => undefined)
      // Only a complete response counts; its end may be lost too.
      const body = await response?.text().catch(() => undefined)
      if (!response || body === undefined || response.status === 503) return undefined
      if (response.status >= 300) throw new Error(`${id} returned ${response.status}: ${body}`)
      pending.delete(id)
      acknowledged.set(id, { kind, key, value })
      responses += 1
      return JSON.parse(body === '' ? '{}' : body) as Record<string, unknown>
    },

    /** For a value that only the response contains. */
    note(kind: Kind, key: string, value: string): void {
      acknowledged.set(`${kind} ${key}`, { kind, key, value })
    },

    /** Differences from the acknowledged values; empty if nothing was lost. */
    async lost(db: Kysely<Tables>, dataDir: string): Promise<string[]> {
      const lost: string[] = []
      for (const [id, { kind, key, value }] of acknowledged) {
        const found = await FIND[kind](db, key, { dataDir, value })
        const allowed = [value, ...(pending.get(id) ?? [])]
        if (!allowed.includes(found)) lost.push(`${id}: acknowledged ${value}, found ${found}`)
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
    return row && (await verifyPassword(row.password_hash, value, 'ledger')) ? value : 'another'
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
  edit: async (db, key) =>
    (await db.selectFrom('messages').select('text').where('id', '=', key).executeTakeFirst())?.text ??
    'missing',
  removal: async (db, key) =>
    (await db.selectFrom('messages').select('removed_at').where('id', '=', key).executeTakeFirst())
      ?.removed_at
      ? 'removed'
      : 'there',
  mute: async (db, key) => {
    const [person = '', peer = ''] = key.split(' ')
    const query = db.selectFrom('conversation_sides').select('muted_at').where('user_id', '=', person)
    return String((await query.where('peer_id', '=', peer).executeTakeFirst())?.muted_at != null)
  },
  request: async (db, key) => {
    const [receiver = '', sender = ''] = key.split(' ')
    const query = db.selectFrom('conversation_sides').select(['requested_at', 'declined_at'])
    const side = await query.where('user_id', '=', receiver).where('peer_id', '=', sender).executeTakeFirst()
    if (!side) return 'missing'
    return side.declined_at !== null ? 'declined' : side.requested_at !== null ? 'asked' : 'accepted'
  },
  block: async (db, key) => {
    const [person = '', peer = ''] = key.split(' ')
    const query = db.selectFrom('blocks').select('peer_id').where('user_id', '=', person)
    return String((await query.where('peer_id', '=', peer).executeTakeFirst()) !== undefined)
  },
  report: async (db, key) => {
    const [thing = '', person = ''] = key.split(' ')
    const query = db.selectFrom('report_entries').select('text').where('thing_id', '=', thing)
    return (await query.where('reporter_id', '=', person).executeTakeFirst())?.text ?? 'missing'
  },
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
