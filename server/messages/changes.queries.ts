import { m } from '#contract/texts.ts'
import { hasBlocked } from '../blocks/blocks.queries.ts'
import type { Config } from '../config.ts'
import { retireFile } from '../files/files.queries.ts'
import { type InboxNumber, insertInboxEvents, type NewInboxEvent } from '../inbox/inbox.queries.ts'
import type { Db, Tx } from '../lib/db.ts'
import { conflict, forbidden, invalid, notFound } from '../lib/errors.ts'
import { now } from '../lib/ids.ts'
import { normalise } from '../lib/search-text.ts'
import type { Quota } from '../quota/quota.ts'
import { rowBytes } from '../quota/quotas.ts'
import { countCreated, countGrowth } from '../quota/usage.queries.ts'
import { prepareRules } from '../warnings/rules.ts'
import { warningOf } from '../warnings/warnings.ts'
import { fileOf, type MessageRow } from './message-rows.ts'
import { listMessagesById } from './messages.queries.ts'
import { lockSide } from './requests.queries.ts'

const MINUTE_MS = 60_000

type Changed = { message: MessageRow; inboxes: InboxNumber[] }
type Rules = Pick<Config, 'MESSAGE_EDIT_MINUTES'> & { quota: Pick<Quota, 'requireBytes'> }

/** 404 unless the caller sees the message, 403 unless they have sent it. */
export async function requireOwnMessage(db: Db, userId: string, id: string): Promise<MessageRow> {
  const [row] = await listMessagesById(db, [id])
  if (!row || (row.sender_id !== userId && (row.receiver_id !== userId || row.withheld !== null))) {
    throw notFound()
  }
  if (row.sender_id !== userId) throw forbidden()
  return row
}

/** Changes the text for both; a receiver who has blocked the sender still sees the former one. */
export async function editMessage(tx: Tx, given: MessageRow, text: string, rules: Rules): Promise<Changed> {
  const { id, sender_id, receiver_id } = given
  await prepareRules()
  const message = await lockMessage(tx, given)
  requireInTime(message, rules)
  if (text === '' && message.image === '' && message.file === null) throw invalid({ text: m.chat_empty() })
  if (text === (message.own_text ?? message.text)) return { message, inboxes: [] }
  const isBlocked = message.withheld === null && (await hasBlocked(tx, receiver_id, sender_id))
  const change = isBlocked
    ? { own_text: text }
    : { text, own_text: null, search_text: normalise(text), warning: warningOf(text) }
  const changed = { ...message, ...change, edited_at: now() }
  const { search_text: _, ...row } = { search_text: '', ...changed }
  await tx
    .updateTable('messages')
    .set({ ...change, edited_at: changed.edited_at })
    .where('id', '=', id)
    .execute()
  const grown = bytesOf(row) - bytesOf(message)
  await countGrowth(tx, sender_id, grown)
  if (grown > 0) await rules.quota.requireBytes(tx, sender_id, 'message')
  return { message: row, inboxes: await announce(tx, row, isBlocked ? [sender_id] : undefined) }
}

/** Empties text, picture and file for both; idempotent. */
export async function removeMessage(tx: Tx, given: MessageRow, rules: Rules): Promise<Changed> {
  const message = await lockMessage(tx, given)
  if (message.removed_at !== null) return { message, inboxes: [] }
  requireInTime(message, rules)
  const change = {
    ...{ text: '', image: '', file: null, own_text: null, quote_id: null, warning: null },
    removed_at: now(),
  }
  await tx
    .updateTable('messages')
    .set({ ...change, search_text: '' })
    .where('id', '=', message.id)
    .execute()
  for (const url of [message.image, fileOf(message)?.url ?? '']) if (url !== '') await retireFile(tx, url)
  const row = { ...message, ...change }
  await countGrowth(tx, message.sender_id, bytesOf(row) - bytesOf(message))
  return { message: row, inboxes: await announce(tx, row) }
}

/** Hides a message by moderation: it looks removed to both, and can be restored. Undefined if it is hidden, deleted or removed. */
export async function moderateMessage(
  tx: Tx,
  id: string,
  hidden: boolean,
): Promise<InboxNumber[] | undefined> {
  const [known] = await listMessagesById(tx, [id])
  if (!known) return undefined
  await lockSide(tx, known.sender_id, known.receiver_id)
  const moderated_at = hidden ? now() : null
  const changed = await tx
    .updateTable('messages')
    .set({ moderated_at })
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .where('moderated_at', hidden ? 'is' : 'is not', null)
    .returning('id')
    .executeTakeFirst()
  return changed && announce(tx, { ...known, moderated_at })
}

/** The current message, locked with its conversation after the sender's counters, as in sending. */
async function lockMessage(tx: Tx, { id, sender_id, receiver_id }: MessageRow): Promise<MessageRow> {
  await countCreated(tx, [{ subject: sender_id, kind: 'message', bytes: 0, count: 0 }])
  await lockSide(tx, sender_id, receiver_id)
  const [message] = await listMessagesById(tx, [id])
  if (!message) throw notFound()
  return message
}

function requireInTime(message: MessageRow, { MESSAGE_EDIT_MINUTES: minutes }: Rules): void {
  if (Date.now() > Date.parse(message.created_at) + minutes * MINUTE_MS) {
    throw conflict('TOO_LATE', m.chat_too_late({ minutes }))
  }
  if (message.removed_at !== null || message.moderated_at !== null) {
    throw conflict('WRONG_STATE', m.chat_is_removed())
  }
}

/** The bytes of the quota. */
const bytesOf = ({ text }: MessageRow) => rowBytes({ text })

/** An event for the devices of both people, where they have the message. */
async function announce(tx: Tx, message: MessageRow, userIds = peopleOf(message)): Promise<InboxNumber[]> {
  const events = userIds.map(
    (userId): NewInboxEvent => ({ userId, kind: 'cleared', subject: 'message', refId: message.id }),
  )
  const numbers = await insertInboxEvents(tx, events)
  return userIds.map((userId, index) => ({ userId, seq: numbers[index] ?? 0 }))
}

const peopleOf = ({ sender_id, receiver_id, withheld }: MessageRow): string[] =>
  withheld === null ? [sender_id, receiver_id] : [sender_id]
