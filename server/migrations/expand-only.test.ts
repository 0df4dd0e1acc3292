import { describe, expect, test } from 'vitest'
import { splitIndexes } from './concurrent-indexes.ts'
import { release } from './migrations.ts'
import { columnTypes } from './types.ts'

/** Statements that older releases, which may still run, tolerate. */
const EXPANDING = [
  /^create (virtual )?table \w+/,
  /^create index \w+/,
  /^create (trigger|(or replace )?function) \w+/,
  /^alter table \w+ add column \w+ (?!.*not null(?!.* default ))/,
  /^update \w+ set /,
  /^insert into \w+/,
]
/** Other steps that older releases tolerate. A step that they do not tolerate raises `minimum` (docs/decisions/0057). */
const BORNE: Record<string, string> = {
  'alter table users drop constraint users_language_check': 'it refused values, and allows more now',
  'alter table users drop column language':
    'in one transaction with the next line: it is there again, without a check',
  'alter table users rename column chosen_language to language': 'the same column with the same values',
  'drop index if exists messages_sent': 'a search of an older release takes longer',
  'drop index if exists messages_received': 'a search of an older release takes longer',
}

const newer = Object.entries(release.migrations).filter(([name]) => name > release.minimum)
const tableOf = (statement: string) => / on (\w+)/.exec(statement)?.[1]
const madeBy = (statements: readonly string[]) =>
  new Set(statements.map((statement) => /^create table (?:if not exists )?(\w+)/.exec(statement)?.[1]))

describe.each(Object.values(columnTypes))('on $engine', (types) => {
  const statements = newer.map(([name, migration]) => ({
    name,
    all: migration(types).map((statement) => statement.trim().replaceAll(/\s+/g, ' ').toLowerCase()),
  }))

  test('no migration removes what an older release needs', () => {
    expect(statements.length).toBeGreaterThan(20)
    const contracting = statements.flatMap(({ name, all }) => {
      const made = madeBy(all)
      const isBorne = (statement: string) =>
        BORNE[statement] !== undefined ||
        EXPANDING.some((form) => form.test(statement)) ||
        // On a table that no older release writes to.
        (/^create unique index /.test(statement) && made.has(tableOf(statement)))
      return all.filter((statement) => !isBorne(statement)).map((statement) => `${name}: ${statement}`)
    })
    expect(contracting).toEqual([])
  })

  test.runIf(types.engine === 'postgres')('each index of a table with rows is built separately', () => {
    const atOnce = statements.flatMap(({ all }) => {
      const made = madeBy(all)
      return splitIndexes(all).atOnce.filter(
        (statement) => /^create\b.* index /.test(statement) && !made.has(tableOf(statement)),
      )
    })
    expect(atOnce).toEqual([])
  })
})
