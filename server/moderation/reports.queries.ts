import type { Page } from '#contract/endpoint.ts'
import { excerpt } from '#contract/lists.ts'
import type { AccountState, Report, ReportState } from '#contract/moderation.ts'
import type { ReportKind } from '#contract/reports.ts'
import type { Db } from '../lib/db.ts'
import { notFound } from '../lib/errors.ts'
import { countRows, inOrder, rangeOf } from '../lib/paging.ts'
import { listReportedMessages } from './reported-messages.queries.ts'
import { readStanding } from './standing.queries.ts'
import { pathOf, readSnapshot, titleOf } from './things.ts'

/** The cap of shown reporters of one report. */
const MAX_REPORTERS = 50
const MAX_HISTORY = 50

/** Open reports, the oldest first; closed ones, the latest decision first. Texts are excerpts. */
export async function listReports(
  db: Db,
  { state, ...range }: { state: ReportState; page: number; limit: number },
): Promise<Page<Report>> {
  const matches = db
    .selectFrom('reports')
    // The index of this time is in the order of the list.
    .$if(state === 'closed', (select) => select.where('closed_at', 'is not', null))
    .$if(state === 'open', (select) => select.where('state', '=', 'open'))
  const total = await countRows(matches)
  const { limit, offset } = rangeOf(range)
  const page = await matches
    .select('id')
    .orderBy(state === 'open' ? 'created_at' : 'closed_at', state === 'open' ? 'asc' : 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()
  const ids = page.map(({ id }) => id)
  const reports = await readReports(db, ids)
  return { total, items: reports.map(shortened) }
}

/** One report, for moderators. */
export async function requireReport(db: Db, id: string): Promise<Report> {
  const [report] = await readReports(db, [id])
  if (!report) throw notFound()
  const messages = report.kind === 'message' ? await listReportedMessages(db, report) : []
  return { ...report, messages }
}

const shortened = (report: Report): Report => ({
  ...report,
  text: excerpt(report.text),
  snapshot: Object.fromEntries(
    Object.entries(report.snapshot).map(([field, text]) => [field, excerpt(text)] as const),
  ),
  author: report.author && { ...report.author, history: [] },
  reporters: report.reporters.map((reporter) => ({ ...reporter, text: excerpt(reporter.text) })),
})

async function readReports(db: Db, ids: readonly string[]): Promise<Report[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('reports').selectAll().where('id', 'in', ids).execute()
  const reports = inOrder(ids, rows)
  const entries = await listEntries(db, ids)
  const standing = await readStanding(
    db,
    entries.flatMap(({ reporter_id }) => reporter_id ?? []),
  )
  const authors = await readAuthors(
    db,
    reports.flatMap(({ author_id }) => author_id ?? []),
  )
  const states = await readThingStates(db, reports)
  const entriesOf = Map.groupBy(entries, (entry) => entry.report_id)

  return reports.map((report) => {
    const own = entriesOf.get(report.id) ?? []
    const author = authors.get(report.author_id ?? '') ?? null
    const decisions = author?.history.filter((decision) => decision.report === report.id) ?? []
    const snapshot = readSnapshot(report.snapshot)
    const { kind, thing_id: thingId } = report
    const shown = states.get(thingId) ?? 'gone'
    return {
      _id: report.id,
      kind,
      reason: own[0]?.reason ?? 'other',
      text: own[0]?.text ?? '',
      state: report.state,
      createdAt: report.created_at,
      thing: {
        kind,
        _id: thingId,
        title: titleOf(kind, snapshot),
        path: pathOf(kind, thingId, author?.role.type),
        state: shown === 'hidden' && report.frozen_at !== null ? 'frozen' : shown,
      },
      snapshot,
      author,
      reporters: own
        .slice(0, MAX_REPORTERS)
        .map(({ reporter_id, reporter_key, reason, text, created_at }) => {
          const known = standing.get(reporter_id ?? '')
          const anonymous = reporter_key === 'machine' ? ('machine' as const) : ('visitor' as const)
          return {
            _id: reporter_id,
            name: known?.name ?? '',
            standing: known?.standing ?? anonymous,
            dismissed: known?.dismissed ?? 0,
            reason,
            text,
            createdAt: created_at,
          }
        }),
      appeal: decisions.find((decision) => decision.appeal !== null)?.appeal ?? null,
      decisions,
      messages: [],
    }
  })
}

const listEntries = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('report_entries')
    .select(['report_id', 'reporter_id', 'reporter_key', 'reason', 'text', 'created_at'])
    .where('report_id', 'in', ids)
    .orderBy('report_id')
    .orderBy('created_at')
    .limit(2000)
    .execute()

type Author = NonNullable<Report['author']>

export const stateOfAccount = (row: {
  deactivated_at: string | null
  moderated_at: string | null
  suspended_until: string | null
  banned_at: string | null
}): AccountState => {
  if (row.banned_at !== null) return 'banned'
  if (row.suspended_until !== null) return 'suspended'
  if (row.deactivated_at !== null) return 'deactivated'
  return row.moderated_at === null ? 'active' : 'hidden'
}

async function readAuthors(db: Db, ids: readonly string[]): Promise<Map<string, Author>> {
  const unique = [...new Set(ids)]
  if (unique.length === 0) return new Map()
  const people = await db
    .selectFrom('users')
    .select([
      'id',
      'name',
      'surname',
      'role',
      'created_at',
      'deactivated_at',
      'moderated_at',
      'suspended_until',
      'banned_at',
    ])
    .select(({ selectFrom }) =>
      selectFrom('reports')
        .whereRef('reports.author_id', '=', 'users.id')
        .select((eb) => eb.fn.countAll<number | string>().as('count'))
        .as('reports'),
    )
    .where('id', 'in', unique)
    .execute()
  const decisions = await db
    .selectFrom('decisions')
    .innerJoin('reports', 'reports.id', 'decisions.report_id')
    .innerJoin('users as moderator', 'moderator.id', 'decisions.moderator_id')
    .select([
      'decisions.author_id',
      'decisions.report_id',
      'decisions.act',
      'decisions.reason',
      'decisions.until',
      'decisions.appeal',
      'decisions.appealed_at',
      'decisions.created_at',
      'reports.kind',
      'moderator.name',
      'moderator.surname',
    ])
    .where('decisions.author_id', 'in', unique)
    .orderBy('decisions.id', 'desc')
    .limit(MAX_HISTORY * unique.length)
    .execute()
  const decisionsOf = Map.groupBy(decisions, (decision) => decision.author_id)
  return new Map(
    people.map((row) => [
      row.id,
      {
        _id: row.id,
        name: row.name,
        surname: row.surname,
        role: { type: row.role },
        createdAt: row.created_at,
        state: stateOfAccount(row),
        suspendedUntil: row.suspended_until,
        reports: Number(row.reports ?? 0),
        history: (decisionsOf.get(row.id) ?? []).map((decision) => ({
          act: decision.act,
          reason: decision.reason,
          until: decision.until,
          createdAt: decision.created_at,
          report: decision.report_id,
          kind: decision.kind,
          moderator: `${decision.name} ${decision.surname}`.trim(),
          appeal:
            decision.appeal === null || decision.appealed_at === null
              ? null
              : { text: decision.appeal, createdAt: decision.appealed_at },
        })),
      },
    ]),
  )
}

type ThingState = 'shown' | 'hidden' | 'gone'

/** Whether things are visible, by id. */
async function readThingStates(db: Db, reports: readonly { kind: ReportKind; thing_id: string }[]) {
  const idsOf = (kind: ReportKind) => reports.flatMap((one) => (one.kind === kind ? one.thing_id : []))
  const states = new Map<string, ThingState>()
  for (const [kind, table] of [
    ['offer', 'offers'],
    ['project', 'projects'],
  ] as const) {
    const ids = idsOf(kind)
    if (ids.length === 0) continue
    // Both tables have the columns used here; Kysely types a query for one table.
    const rows = await db
      .selectFrom(table as 'offers')
      .select(['id', 'deleted_at', 'hidden_at'])
      .where('id', 'in', ids)
      .execute()
    for (const { id, deleted_at, hidden_at } of rows) {
      states.set(id, deleted_at !== null ? 'gone' : hidden_at !== null ? 'hidden' : 'shown')
    }
  }
  const people = idsOf('user')
  if (people.length > 0) {
    const rows = await db
      .selectFrom('users')
      .select(['id', 'deactivated_at', 'moderated_at', 'erased_at'])
      .where('id', 'in', people)
      .execute()
    for (const { id, deactivated_at, moderated_at, erased_at } of rows) {
      const isHidden = deactivated_at !== null || moderated_at !== null
      states.set(id, erased_at !== null ? 'gone' : isHidden ? 'hidden' : 'shown')
    }
  }
  const messages = idsOf('message')
  if (messages.length > 0) {
    const rows = await db
      .selectFrom('messages')
      .select(['id', 'removed_at', 'moderated_at'])
      .where('id', 'in', messages)
      .execute()
    for (const { id, removed_at, moderated_at } of rows) {
      states.set(id, removed_at !== null ? 'gone' : moderated_at !== null ? 'hidden' : 'shown')
    }
  }
  return states
}
