import pg from 'pg'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { makeDatabase, requirePostgresUrl } from '../test/database.ts'
import { swapInIncoming, swapWithRestorePoint } from './swap-schemas.ts'

describe('the schema swap of a restore on PostgreSQL', async () => {
  const client = new pg.Client(await makeDatabase(requirePostgresUrl(), { isEmpty: true }))
  await client.connect()
  afterAll(() => client.end())

  const thingsIn = async (schema: string) => {
    const { rows } = await client.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = $1
       union all select proname from pg_proc where pronamespace = to_regnamespace($1) order by 1`,
      [schema],
    )
    return rows.map(({ name }) => name).join(' ')
  }
  const all = async () => [await thingsIn('public'), await thingsIn('public_before_restore')]
  const fromIn = async (table: string) =>
    (await client.query(`select version from ${table}`)).rows[0]?.version

  /** Current: an older schema beside a foreign table. Incoming: one more table and a function. */
  beforeEach(async () => {
    await client.query(`
      drop schema if exists public_before_restore cascade; drop schema if exists public_incoming cascade;
      drop schema public cascade; create schema public; create schema public_incoming;
      create table public.users (version text); insert into public.users values ('older');
      create table public.of_others (version text); insert into public.of_others values ('others');
      create table public_incoming.users (version text); insert into public_incoming.users values ('newer');
      create table public_incoming.likes (version text);
      create function public_incoming.grams() returns int language sql as 'select 1'`)
  })

  test('is undone and redone without leftovers of the newer schema', async () => {
    await swapInIncoming(client, 'keep')
    expect(await all()).toEqual(['grams likes of_others users', 'users'])
    await swapWithRestorePoint(client)
    expect(await all()).toEqual(['of_others users', 'grams likes users'])
    expect(await fromIn('users')).toBe('older')
    await swapWithRestorePoint(client)
    expect(await all()).toEqual(['grams likes of_others users', 'users'])
    expect([await fromIn('users'), await fromIn('of_others')]).toEqual(['newer', 'others'])
  })

  test('rolls back when its check fails, with the former restore point', async () => {
    await client.query(
      'create schema public_before_restore; create table public_before_restore.former (version text)',
    )
    const failing = swapInIncoming(client, 'keep', async () => {
      expect(await fromIn('users')).toBe('newer')
      throw new Error('check failed')
    })
    await expect(failing).rejects.toThrow('check failed')
    expect(await all()).toEqual(['of_others users', 'former'])
    expect(await fromIn('users')).toBe('older')
  })
})
