import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { ACCOUNTS } from './accounts.ts'
import { expect, test } from './fixtures.ts'
import type { PuenteServer } from './server.ts'
import { apiOf } from './steps/api.ts'

const CROWD = 1000

/** A thousand applicants of one offer, written past the server while it rests. */
async function addCrowd(server: PuenteServer, offerId: string) {
  await server.stop()
  const database = new DatabaseSync(join(server.dataDir, 'puente.db'))
  // The search index asks the server for it; nobody searches for these people.
  database.function('search_grams', { varargs: true }, () => '')
  const numbers = `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${CROWD})`
  const time = `'2026-01-01T00:00:00.000Z'`
  const id = (kind: number) => `printf('00000000-0000-7000-${kind}000-%012x', i)`
  database.exec(`
    ${numbers} insert into users (id, role, email, password_hash, name, surname, created_at, onboarded_at, skills)
      select ${id(8)}, 'developer', 'crowd' || i || '@example.com', '-', 'Crowd', 'Person ' || i, ${time}, ${time},
        '["TypeScript","Cobol"]' from n;
    ${numbers} insert into applications
        (id, offer_id, user_id, status, phone, applied_at, gdpr_accepted_at, gdpr_text_version)
      select ${id(9)}, '${offerId}', ${id(8)},
        case i % 5 when 0 then 'pending' when 1 then 'reviewed' when 2 then 'interviewed' when 3 then 'accepted'
          else 'rejected' end,
        '+34 600 111 222', ${time}, ${time}, '2026-11' from n;
    update offers set applicants_count = applicants_count + ${CROWD} where id = '${offerId}';`)
  database.close()
  await server.start()
}

test('a board of a thousand applicants draws only those in sight, and moves them all the same [PIPE-01, PIPE-02, PIPE-03]', async ({
  as,
  server,
}) => {
  const marta = await apiOf(server.baseUrl, ACCOUNTS.recruiter)
  const [offer] = await marta.get<{ _id: string }[]>(`/offers/profile/${marta.id}?limit=1`)
  if (!offer) throw new Error('Marta has offers in the demo world.')
  await addCrowd(server, offer._id)

  const page = await as('recruiter')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/private-rec/dashboard/${offer._id}`)
  const reviewed = page.getByRole('region', { name: 'Reviewed' })
  await expect(reviewed.getByRole('article').first()).toBeVisible()
  const counts = (await page.locator('dl dd').allInnerTexts()).map(Number)
  expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(CROWD)
  expect(await page.getByRole('article').count()).toBeLessThan(80)

  // To the end of a column: the last of it is there, and can be moved from there by keyboard.
  const list = reviewed.getByRole('list').first().locator('..')
  await list.evaluate((scroller) => scroller.scrollTo(0, scroller.scrollHeight))
  const last = reviewed.getByRole('article', { name: 'Crowd Person 1', exact: true })
  await expect(last).toBeVisible()
  await reviewed.getByRole('button', { name: 'Move Crowd Person 1', exact: true }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('status')).toContainText(['Crowd Person 1 is over Interviewed.'])
  await page.keyboard.press('Space')
  const interviewed = page.getByRole('region', { name: 'Interviewed' })
  await expect(interviewed.getByRole('article', { name: 'Crowd Person 1', exact: true })).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Move Crowd Person 1', exact: true })).toBeFocused()
  await expect(page.locator('dl dd').nth(2)).toHaveText(String((counts[2] ?? 0) + 1))

  await page.getByRole('button', { name: 'Lists' }).click()
  await expect(page.getByRole('tabpanel').getByRole('article').first()).toBeVisible()
  expect(await page.getByRole('article').count()).toBeLessThan(40)
})
