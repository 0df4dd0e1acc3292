import pg from 'pg'
import { expect, test } from 'vitest'
import { databaseFault } from './db.ts'
import { postgresTypes } from './postgres.ts'

test.each([
  [{ code: '40001' }, 'retry'],
  [{ code: '40P01' }, 'retry'],
  [{ code: '57014' }, 'unavailable'],
  [{ code: '57P01' }, 'unavailable'],
  [{ code: '57P03' }, 'unavailable'],
  [{ code: '53300' }, 'unavailable'],
  [{ code: '08006' }, 'unavailable'],
  [{ code: '53100' }, 'full'],
  [{ code: 'ECONNREFUSED', syscall: 'connect' }, 'unavailable'],
  [{ code: 'ENOENT', syscall: 'connect' }, 'unavailable'],
  [{ code: 'ENOENT', syscall: 'open' }, undefined],
  [{ code: '42601' }, undefined],
  [new Error('timeout exceeded when trying to connect'), 'unavailable'],
  [new Error('Connection terminated unexpectedly'), 'unavailable'],
  [new TypeError('x is not a function'), undefined],
])('%o of the database is %s', (error, fault) => {
  expect(databaseFault(error)).toBe(fault)
})

test.each([
  ['2026-01-31 09:30:00+00', '2026-01-31T09:30:00.000Z'],
  ['2026-01-31 09:30:00.5+00', '2026-01-31T09:30:00.500Z'],
  ['2026-01-31 09:30:00.123456+00', '2026-01-31T09:30:00.123Z'],
  ['2026-01-31 09:30:00.25-03', '2026-01-31T12:30:00.250Z'],
  ['2026-01-31 09:30:00+05:30', '2026-01-31T04:00:00.000Z'],
])('the time %s of PostgreSQL is %s', (text, time) => {
  expect(postgresTypes.getTypeParser(pg.types.builtins.TIMESTAMPTZ)(text)).toBe(time)
})
