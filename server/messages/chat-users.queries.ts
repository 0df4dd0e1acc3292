import type { Selectable } from 'kysely'
import type { ChatUser } from '#contract/messages.ts'
import type { Db } from '../lib/db.ts'
import { excerpt, listedPicture } from '../lib/listed.ts'
import type { Tables } from '../lib/tables.ts'

/** Of each group in the chat list (decision 42). */
const MAX_CHAT_USERS = 100

const PERSON_COLUMNS = ['person.id', 'person.name', 'person.surname', 'person.avatar', 'person.role'] as const

/** Conversations, latest first, then the people of `onlineIds` who can be written to, by name (decision 42). */
export async function listChatUsers(
  db: Db,
  userId: string,
  onlineIds: readonly string[],
): Promise<ChatUser[]> {
  const partners = await db
    .selectFrom('conversation_sides as side')
    .innerJoin('users as person', 'person.id', 'side.peer_id')
    .innerJoin('messages as last', 'last.id', 'side.last_message_id')
    .select(PERSON_COLUMNS)
    .select(['last.text', 'last.image', 'last.sender_id', 'last.created_at', 'last.seq'])
    .where('side.user_id', '=', userId)
    .where('person.deactivated_at', 'is', null)
    .orderBy('side.last_message_at', 'desc')
    .orderBy('side.peer_id', 'desc')
    .limit(MAX_CHAT_USERS)
    .execute()
  const known = new Set([userId, ...partners.map((partner) => partner.id)])
  const strangers = onlineIds.filter((id) => !known.has(id))
  const online =
    strangers.length === 0
      ? []
      : await db
          .selectFrom('users as person')
          .select(PERSON_COLUMNS)
          .where('person.id', 'in', strangers)
          .where('person.deactivated_at', 'is', null)
          .where('person.onboarded_at', 'is not', null)
          .orderBy('person.name')
          .orderBy('person.surname')
          .orderBy('person.id')
          .limit(MAX_CHAT_USERS)
          .execute()
  return [
    ...partners.map((row) => ({
      ...toPerson(row),
      lastMessage: {
        text: excerpt(row.text),
        hasImage: row.image !== '',
        senderId: row.sender_id,
        createdAt: row.created_at,
        seq: row.seq,
      },
    })),
    ...online.map((row) => ({ ...toPerson(row), lastMessage: null })),
  ]
}

const toPerson = ({
  id,
  name,
  surname,
  avatar,
  role,
}: Pick<Selectable<Tables['users']>, 'id' | 'name' | 'surname' | 'avatar' | 'role'>) => ({
  _id: id,
  name,
  surname,
  avatar: listedPicture(avatar),
  role: { type: role },
})
