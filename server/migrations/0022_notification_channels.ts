import type { Migration } from './types.ts'

/** Settings of notifications, and pending deliveries by mail or push. */
export const notificationChannels: Migration = ({ id, time, strict }) => [
  // Off in the bell by the receiver's settings; stored so that it is sent once.
  `alter table notifications add column hidden_at ${time}`,
  `create table notification_settings (
    user_id ${id} primary key references users (id),
    kinds text not null default '{}',
    quiet text,
    updated_at ${time} not null
  )${strict}`,
  // `collect_key`: only the last one of a key is sent. `batch_id`: the mail or push that contains it.
  `create table deliveries (
    id ${id} primary key,
    user_id ${id} not null references users (id),
    channel text not null check (channel in ('mail', 'push')),
    mode text not null check (mode in ('instant', 'hourly', 'daily', 'weekly')),
    kind text not null,
    data text not null,
    sender_id ${id} references users (id),
    project_id ${id} references projects (id),
    collect_key text,
    due_at ${time} not null,
    created_at ${time} not null,
    batch_id ${id}
  )${strict}`,
  'create index deliveries_user on deliveries (user_id, due_at)',
  'create index deliveries_sender on deliveries (sender_id) where sender_id is not null',
  'create index deliveries_batch on deliveries (batch_id) where batch_id is not null',
  'create index deliveries_created on deliveries (created_at)',
  `create unique index deliveries_collect on deliveries (user_id, channel, collect_key)
    where collect_key is not null and batch_id is null`,
  // A browser subscribed to push, with the session of the subscription.
  `create table push_subscriptions (
    id ${id} primary key,
    user_id ${id} not null references users (id),
    session_id ${id} not null,
    endpoint text not null unique,
    p256dh text not null,
    auth text not null,
    created_at ${time} not null
  )${strict}`,
  'create index push_subscriptions_user on push_subscriptions (user_id)',
  // One key pair for all nodes: subscriptions are bound to it.
  `create table push_keys (
    id integer primary key check (id = 1),
    public_key text not null,
    private_key text not null
  )${strict}`,
]
