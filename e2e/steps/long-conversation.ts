import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Inserts `count` messages before the existing ones of two people, directly into the database. */
export function addOlderMessages(
  dataDir: string,
  [one, other]: readonly [string, string],
  count: number,
): void {
  const db = new DatabaseSync(join(dataDir, 'puente.db'), { timeout: 5000 })
  const [low, high] = [one, other].sort() as [string, string]
  const found = db.prepare('select id from conversations where low_id = ? and high_id = ?').get(low, high)
  const id = String(found?.id)
  db.exec('begin immediate')
  db.prepare('update messages set seq = seq + ? where conversation_id = ?').run(count, id)
  db.prepare(
    `with recursive numbers(seq) as (select 1 union all select seq + 1 from numbers where seq < ?)
    insert into messages (id, conversation_id, seq, sender_id, receiver_id, text, created_at)
    select printf('00000000-0000-7000-8000-%012d', seq), ?, seq,
      iif(seq % 3, ?, ?), iif(seq % 3, ?, ?),
      printf('Renglón %d', seq) || substr(' de una conversación que no se acaba nunca', 1, 5 * (seq % 9)),
      strftime('%Y-%m-%dT%H:%M:%S.000Z', '2024-01-01', printf('%d minutes', 37 * seq))
    from numbers`,
  ).run(count, id, low, high, high, low)
  db.prepare('update conversations set last_seq = last_seq + ? where id = ?').run(count, id)
  db.prepare(
    'update conversation_sides set read_seq = read_seq + ?1, received_seq = received_seq + ?1 where conversation_id = ?2',
  ).run(count, id)
  db.exec('commit')
  db.close()
}
