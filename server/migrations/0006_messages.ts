import type { Migration } from './types.ts'

export const messages: Migration = ({ id, time, big, strict, keyed }) => [
  // `low_id` < `high_id`, so that two people have one conversation.
  `create table conversations (
    id ${id} primary key,
    low_id ${id} not null references users (id),
    high_id ${id} not null references users (id),
    last_seq integer not null default 0,
    created_at ${time} not null,
    unique (low_id, high_id),
    check (low_id < high_id)
  )${strict}`,
  // One row for each side of a conversation: the data of the chat list, and the read position.
  `create table conversation_sides (
    user_id ${id} not null references users (id),
    peer_id ${id} not null references users (id),
    conversation_id ${id} not null references conversations (id),
    read_seq integer not null default 0,
    received_seq integer not null default 0,
    unread_count integer not null default 0 check (unread_count >= 0),
    last_message_at ${time} not null,
    last_message_id ${id} not null,
    primary key (user_id, peer_id)
  )${keyed}`,
  'create index conversation_sides_latest on conversation_sides (user_id, last_message_at, peer_id)',
  'create index conversation_sides_unread on conversation_sides (user_id) where unread_count > 0',
  `create table messages (
    id ${id} primary key,
    conversation_id ${id} not null references conversations (id),
    seq integer not null,
    sender_id ${id} not null references users (id),
    receiver_id ${id} not null references users (id),
    text text not null default '',
    image text not null default '',
    client_id text,
    content_hash text,
    inbox_seq ${big},
    created_at ${time} not null,
    unique (conversation_id, seq)
  )${strict}`,
  'create unique index messages_client on messages (sender_id, client_id) where client_id is not null',
  // Opt-out of typing and read receipts, in both directions.
  `create table chat_settings (
    user_id ${id} primary key references users (id),
    signals_off_at ${time}
  )${strict}`,
  // Every user's inbox is numbered without gaps; the number is taken from here under a row lock.
  `create table inboxes (
    user_id ${id} primary key references users (id),
    last_seq ${big} not null default 0,
    kept_from ${big} not null default 1
  )${strict}`,
  `create table inbox_events (
    user_id ${id} not null references users (id),
    seq ${big} not null,
    kind text not null check (kind in ('newMessage', 'getNotification', 'cleared')),
    ref_id ${id},
    data text,
    created_at ${time} not null,
    primary key (user_id, seq)
  )${keyed}`,
  'create index inbox_events_created on inbox_events (created_at)',
  // Types from 2 on. A type 1 notification is an unread message, so it needs no row of its own.
  `create table notifications (
    id ${id} primary key,
    receiver_id ${id} not null references users (id),
    sender_id ${id} not null references users (id),
    type integer not null check (type > 1),
    project_id ${id} references projects (id),
    subject_id ${id},
    inbox_seq ${big},
    created_at ${time} not null,
    cleared_at ${time}
  )${strict}`,
  'create index notifications_open on notifications (receiver_id, created_at) where cleared_at is null',
  'create index notifications_created on notifications (created_at)',
  'create index notifications_once on notifications (sender_id, project_id, created_at) where project_id is not null',
]
