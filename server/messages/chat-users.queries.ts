import type { Selectable } from 'kysely'
import { excerpt } from '#contract/lists.ts'
import type { ChatUser } from '#contract/messages.ts'
import { Id } from '#contract/values.ts'
import { hasBlocked } from '../blocks/blocks.queries.ts'
import type { Db } from '../lib/db.ts'
import { listedPicture } from '../lib/listed.ts'
import type { Tables } from '../lib/tables.ts'
import { type StoredProof, verifiedOf } from '../recruiters/verified.ts'
import { removedAtOf, textFor } from './message-rows.ts'

/** The cap of each group in the chat list (decision 63). */
const MAX_CHAT_USERS = 100

const PERSON_COLUMNS = [
  'person.id',
  'person.name',
  'person.surname',
  'person.avatar',
  'person.role',
  'person.verified_domain',
  'person.verified_at',
  'person.verified_until',
] as const

/** Conversations, latest first, then the people of `onlineIds` who can be written to, by name (decision 63). */
export async function listChatUsers(
  db: Db,
  userId: string,
  onlineIds: readonly string[],
): Promise<ChatUser[]> {
  const partners = await partnersOf(db, userId)
    .where('person.deactivated_at', 'is', null)
    .where('side.declined_at', 'is', null)
    .execute()
  const known = new Set([userId, ...partners.map((partner) => partner.id)])
  const strangers = onlineIds.filter((id) => !known.has(id))
  const online =
    strangers.length === 0
      ? []
      : await strangersOf(db)
          .where('person.id', 'in', strangers)
          .where(({ exists, not, selectFrom }) =>
            not(
              exists(
                selectFrom('conversation_sides as hidden')
                  .select('hidden.peer_id')
                  .where('hidden.user_id', '=', userId)
                  .whereRef('hidden.peer_id', '=', 'person.id')
                  .where('hidden.declined_at', 'is not', null),
              ),
            ),
          )
          .orderBy('person.name')
          .orderBy('person.surname')
          .orderBy('person.id')
          .limit(MAX_CHAT_USERS)
          .execute()
  return [...partners.map((row) => toPartner(row, userId)), ...online.map(toStranger)]
}

/** Conversations with deactivated people, latest first (FLOW-08). */
export async function listFormerPartners(db: Db, userId: string): Promise<ChatUser[]> {
  const rows = await partnersOf(db, userId)
    .where('person.deactivated_at', 'is not', null)
    .where('side.declined_at', 'is', null)
    .execute()
  return rows.map((row) => toPartner(row, userId))
}

/** This person, if the two have or may start a conversation; nobody otherwise, or for oneself. */
export async function findChatUser(db: Db, userId: string, peerId: string): Promise<ChatUser[]> {
  if (!Id.safeParse(peerId).success || peerId === userId) return []
  const partners = await partnersOf(db, userId).where('side.peer_id', '=', peerId).execute()
  if (partners.length > 0) return partners.map((row) => toPartner(row, userId))
  const strangers = await strangersOf(db)
    .where('person.id', '=', peerId)
    .where('person.moderated_at', 'is', null)
    .execute()
  const blocked = await hasBlocked(db, userId, peerId)
  return strangers.map((row) => ({ ...toStranger(row), blocked }))
}

const partnersOf = (db: Db, userId: string) =>
  db
    .selectFrom('conversation_sides as side')
    .innerJoin('users as person', 'person.id', 'side.peer_id')
    .innerJoin('messages as last', 'last.id', 'side.last_message_id')
    .leftJoin('blocks', (join) =>
      join.onRef('blocks.user_id', '=', 'side.user_id').onRef('blocks.peer_id', '=', 'side.peer_id'),
    )
    .select(PERSON_COLUMNS)
    .select(['person.deactivated_at', 'blocks.peer_id as blocked_id'])
    .select(['side.requested_at', 'side.muted_at', 'side.unread_count'])
    .select(['last.text', 'last.image', 'last.file', 'last.sender_id', 'last.created_at', 'last.seq'])
    .select(['last.own_text', 'last.removed_at', 'last.moderated_at'])
    .where('side.user_id', '=', userId)
    .orderBy('side.last_message_at', 'desc')
    .orderBy('side.peer_id', 'desc')
    .limit(MAX_CHAT_USERS)

const strangersOf = (db: Db) =>
  db
    .selectFrom('users as person')
    .select(PERSON_COLUMNS)
    .where('person.deactivated_at', 'is', null)
    .where('person.onboarded_at', 'is not', null)

type PartnerRow = Awaited<ReturnType<ReturnType<typeof partnersOf>['execute']>>[number]

function toPartner(row: PartnerRow, userId: string): ChatUser {
  const hasLeft = row.deactivated_at !== null
  const person = toPerson(row)
  return {
    // A deactivated account shows its name only, as in its messages.
    ...(hasLeft ? { ...person, avatar: '', verified: null, left: true as const } : person),
    lastMessage: {
      text: excerpt(textFor(row, userId)),
      hasImage: row.image !== '' && removedAtOf(row) === null,
      ...(row.file !== null && removedAtOf(row) === null && { hasFile: true as const }),
      senderId: row.sender_id,
      createdAt: row.created_at,
      seq: row.seq,
      isRemoved: removedAtOf(row) !== null,
    },
    request: row.requested_at !== null,
    blocked: row.blocked_id !== null,
    muted: row.muted_at !== null,
    unread: hasLeft ? 0 : row.unread_count,
  }
}

const toStranger = (row: PersonRow): ChatUser => ({
  ...toPerson(row),
  ...{ lastMessage: null, request: false, blocked: false, muted: false, unread: 0 },
})

type PersonRow = Pick<Selectable<Tables['users']>, 'id' | 'name' | 'surname' | 'avatar' | 'role'> &
  StoredProof

const toPerson = ({ id, name, surname, avatar, role, ...proof }: PersonRow) => ({
  _id: id,
  name,
  surname,
  avatar: listedPicture(avatar),
  role: { type: role },
  verified: verifiedOf(proof),
})
