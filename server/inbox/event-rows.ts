import type { Selectable } from 'kysely'
import type { Tables } from '../lib/tables.ts'
import type { MessageRow } from '../messages/message-rows.ts'

export type EventRow = Pick<
  Selectable<Tables['inbox_events']>,
  'user_id' | 'seq' | 'kind' | 'subject' | 'ref_id' | 'data'
>

/** The events of an inbox with `after` < seq ≤ `upTo`. */
export type InboxRange = { userId: string; after: number; upTo: number }

/** Rows of one committed transaction. */
export type StoredEvents = { events: readonly EventRow[]; messages: readonly MessageRow[] }
