import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export const MANY_APPLICANTS = 1000

/** Inserts a thousand applicants of an offer, in all five statuses, into the database of a stopped server. */
export function addApplicants(dataDir: string, offerId: string) {
  const database = new DatabaseSync(join(dataDir, 'puente.db'))
  // A trigger calls this function of the server; no test searches for these people.
  database.function('search_grams', { varargs: true }, () => '')
  const numbers = `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${MANY_APPLICANTS})`
  const time = `'2026-01-01T00:00:00.000Z'`
  const id = (kind: number) => `printf('00000000-0000-7000-${kind}000-%012x', i)`
  database.exec(`
    ${numbers} insert into users (id, role, email, password_hash, name, surname, created_at, onboarded_at, skills)
      select ${id(8)}, 'developer', 'crowd' || i || '@example.com', 'no password opens this', 'Crowd', 'Person ' || i, ${time}, ${time},
        '["TypeScript","Cobol"]' from n;
    ${numbers} insert into applications
        (id, offer_id, user_id, status, phone, applied_at, gdpr_accepted_at, gdpr_text_version)
      select ${id(9)}, '${offerId}', ${id(8)},
        case i % 5 when 0 then 'pending' when 1 then 'reviewed' when 2 then 'interviewed' when 3 then 'accepted'
          else 'rejected' end,
        '+34 600 111 222', ${time}, ${time}, '2026-11' from n;
    update offers set applicants_count = applicants_count + ${MANY_APPLICANTS} where id = '${offerId}';`)
  database.close()
}
