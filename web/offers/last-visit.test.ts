import { beforeEach, expect, test } from 'vitest'
import { lastVisit, recordVisit } from './last-visit.ts'

const MINUTE_MS = 60_000
const START = Date.UTC(2026, 0, 5, 9)
const iso = (minutes: number) => new Date(START + minutes * MINUTE_MS).toISOString()
const look = (minutes: number, who = 'marta') => lastVisit(who, START + minutes * MINUTE_MS)
function visit(minutes: number, who?: string) {
  const before = look(minutes, who)
  recordVisit(who ?? 'marta', START + minutes * MINUTE_MS)
  return before
}

beforeEach(() => localStorage.clear())

test('a visit ends after half an hour of inactivity; the previous one stays known until then', () => {
  expect(visit(0)).toBeUndefined()
  expect(visit(20)).toBeUndefined()
  expect(visit(300)).toBe(iso(20))
  expect(visit(325)).toBe(iso(20))
  expect(visit(350)).toBe(iso(20))
  expect(visit(900)).toBe(iso(350))
})

test('reading the time of the last visit is not a visit', () => {
  visit(0)
  for (const minutes of [40, 80, 120]) expect(look(minutes)).toBe(iso(0))
  expect(visit(160)).toBe(iso(0))
  expect(look(161)).toBe(iso(0))
})

test('each person has their own; an unreadable value counts as no visit', () => {
  visit(0)
  expect(visit(100, 'nora')).toBeUndefined()
  for (const broken of ['{', '[]', '{"at":"x"}', '{"at":1e300}', '{"at":1,"before":null}']) {
    localStorage.setItem('offersVisit_marta', broken)
    expect(visit(200)).toBeUndefined()
  }
})
