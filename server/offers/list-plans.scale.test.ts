import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listOffers as listOffersCall } from '#contract/offers.ts'
import { buildOffer, buildRecruiter } from '../test/builders.ts'
import { startServer } from '../test/server.ts'
import { listOffers } from './offer-lists.queries.ts'

const server = await startServer({}, { alone: true })

/** The first five executions of a named statement are planned anyway. */
const MAX_PLANNED = 5

test('on PostgreSQL the list of many offers is planned once a connection', {
  tags: ['LIFE-04'],
}, async () => {
  await buildOffer(server, await buildRecruiter(server))
  await sql`
    insert into offers
    select (jsonb_populate_record(
      null::offers, to_jsonb(offers) || jsonb_build_object('id', gen_random_uuid(), 'row_no', offers.row_no + number)
    )).*
    from offers, generate_series(1, 3000) as number`.execute(server.db)
  await sql`analyze offers`.execute(server.db)
  const filters = listOffersCall.query.parse({ limit: '6' })
  const planned = await server.db.connection().execute(async (db) => {
    for (let time = 0; time < 20; time += 1)
      expect((await listOffers(db, filters, undefined)).items).toHaveLength(6)
    const { rows } = await sql<{ custom_plans: string }>`
      select custom_plans from pg_prepared_statements where statement like '%"page"%'`.execute(db)
    return rows.map(({ custom_plans }) => Number(custom_plans))
  })
  expect(planned).toHaveLength(1)
  expect(planned[0]).toBeLessThanOrEqual(MAX_PLANNED)
})
