import { z } from 'zod'
import type { ReportKind } from '#contract/reports.ts'
import { Id } from '#contract/values.ts'
import type { Caller } from '../http/route.ts'
import type { Db } from '../lib/db.ts'
import { notFound, unauthenticated } from '../lib/errors.ts'
import { parseJson, parseTextList } from '../lib/mapping.ts'
import { fileOf } from '../messages/message-rows.ts'
import { requireOffer } from '../offers/offers.queries.ts'
import { requireProject } from '../projects/projects.queries.ts'

/** The subject of a report: its author, and the texts as they are now, by field. */
export type ReportedThing = { kind: ReportKind; id: string; authorId: string | null; snapshot: Snapshot }
const Snapshot = z.record(z.string(), z.string())
export type Snapshot = z.infer<typeof Snapshot>

export const readSnapshot = (stored: string): Snapshot => parseJson(Snapshot, stored)

/** 404 unless the caller can see the thing; a message is reported by its receiver, so a visitor has to sign in first. */
export async function requireReportable(
  db: Db,
  { kind, id }: { kind: ReportKind; id: string },
  user: Caller | undefined,
): Promise<ReportedThing> {
  if (kind === 'message' && !user) throw unauthenticated()
  if (!Id.safeParse(id).success) throw notFound()
  const things = {
    user: () => findPerson(db, id),
    offer: async () => {
      await requireOffer(db, id, user)
      return findOffer(db, id)
    },
    project: async () => {
      await requireProject(db, id, user)
      return findProject(db, id)
    },
    message: () => findMessage(db, id, user?.id ?? ''),
  }
  const found = await things[kind]()
  if (!found) throw notFound()
  return { kind, id, ...found }
}

/** The same without access checks: undefined if it is deleted. */
export async function findThing(db: Db, kind: ReportKind, id: string): Promise<ReportedThing | undefined> {
  const found = await {
    user: () => findPerson(db, id, true),
    offer: () => findOffer(db, id),
    project: () => findProject(db, id),
    message: () => findMessage(db, id),
  }[kind]()
  return found && { kind, id, ...found }
}

async function findPerson(db: Db, id: string, isForModerators = false) {
  const row = await db
    .selectFrom('users')
    .select([
      'role',
      'name',
      'surname',
      'description',
      'location',
      'avatar',
      'professional_position',
      'linkedin',
      'github',
      'skills',
      'company_name',
      'sector',
      'website',
      'contact_email',
      'contact_phone',
    ])
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .$if(!isForModerators, (query) =>
      query.where('deactivated_at', 'is', null).where('moderated_at', 'is', null),
    )
    .executeTakeFirst()
  return row && { authorId: id, snapshot: textsOf(row) }
}

async function findOffer(db: Db, id: string) {
  const row = await db
    .selectFrom('offers')
    .select([
      'owner_id',
      'position',
      'role',
      'company',
      'location',
      'salary',
      'pay_min_cents',
      'pay_max_cents',
      'pay_currency',
      'language',
      'contract_types',
      'skills',
      'description',
    ])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  const { owner_id, pay_min_cents, pay_max_cents, ...texts } = row
  const pay = [pay_min_cents, pay_max_cents].map((cents) => (cents === null ? null : cents / 100))
  return { authorId: owner_id, snapshot: textsOf({ ...texts, pay_min: pay[0], pay_max: pay[1] }) }
}

async function findProject(db: Db, id: string) {
  const row = await db
    .selectFrom('projects')
    .select([
      'owner_id',
      'title',
      'category',
      'year',
      'professional_role',
      'duration',
      'description',
      'live_link',
      'github_link',
      'skills',
      'code_sections',
      'gallery',
    ])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  const { owner_id, ...texts } = row
  return { authorId: owner_id, snapshot: textsOf(texts) }
}

async function findMessage(db: Db, id: string, receiverId?: string) {
  const row = await db
    .selectFrom('messages')
    .select(['sender_id', 'text', 'image', 'file'])
    .where('id', '=', id)
    .$if(receiverId !== undefined, (query) =>
      query
        .where('receiver_id', '=', receiverId ?? '')
        .where('withheld', 'is', null)
        .where('moderated_at', 'is', null),
    )
    .executeTakeFirst()
  if (!row) return undefined
  // A picture without its address, a file by its name: their addresses are private to the conversation.
  const file = fileOf(row)?.name
  return { authorId: row.sender_id, snapshot: textsOf({ text: row.text, image: row.image && '1', file }) }
}

const LISTS = ['skills', 'contract_types', 'code_sections', 'gallery']

/** Fields with content; lists as lines. */
function textsOf(row: Record<string, string | number | null | undefined>): Snapshot {
  const texts = Object.entries(row).map(([field, value]): [string, string] => {
    if (LISTS.includes(field)) return [field, parseTextList(String(value)).join('\n')]
    return [field, value === null || value === undefined ? '' : String(value)]
  })
  return Object.fromEntries(texts.filter(([, text]) => text !== ''))
}

/** The name of the thing in lists and mails; '' for a message. */
export const titleOf = (kind: ReportKind, snapshot: Snapshot): string =>
  ({
    user: `${snapshot.name ?? ''} ${snapshot.surname ?? ''}`.trim(),
    offer: snapshot.position ?? '',
    project: snapshot.title ?? '',
    message: '',
  })[kind]

/** Its public page. */
export function pathOf(kind: ReportKind, id: string, role?: string): string | null {
  if (kind === 'offer') return `/offers/${id}`
  if (kind === 'project') return `/projects/${id}`
  if (kind === 'message') return null
  return role === 'recruiter' ? `/recruiter/${id}` : `/profile/${id}`
}
