import { expect, test } from 'vitest'
import { openPostgres } from '../lib/postgres.ts'
import { makeDatabase, requirePostgresUrl } from '../test/database.ts'
import { asLeader } from './leader.ts'

test('one of several processes runs scheduled maintenance; another takes over when it ends', async () => {
  const url = await makeDatabase(requirePostgresUrl())
  const [one, other] = [
    await openPostgres({ url, onError: () => {} }),
    await openPostgres({ url, onError: () => {} }),
  ]
  const ran: string[] = []
  const isLeader = await asLeader(one, async () => {
    expect(await asLeader(other, async () => void ran.push('other'))).toBe(false)
    ran.push('one')
  })
  expect(isLeader).toBe(true)
  expect(await asLeader(other, async () => void ran.push('other'))).toBe(true)
  await expect(asLeader(one, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(await asLeader(other, async () => {})).toBe(true)
  expect(ran).toEqual(['one', 'other'])
  await one.close()
  await other.close()
})
