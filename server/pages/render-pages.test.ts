import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { createRenderer } from './render-pages.ts'

const folder = mkdtempSync(join(tmpdir(), 'puente-pages-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
for (const name of ['web/.vite', 'pages/.vite']) mkdirSync(join(folder, name), { recursive: true })
for (const locale of ['', '.en', '.es']) {
  writeFileSync(join(folder, `web/index${locale}.html`), '<html><head></head><body></body></html>')
  writeFileSync(join(folder, `web/.vite/manifest${locale}.json`), '{}')
}
writeFileSync(
  join(folder, 'pages/.vite/manifest.json'),
  JSON.stringify({ 'entry-server.tsx': { file: 'pages.js' } }),
)
writeFileSync(
  join(folder, 'pages/pages.js'),
  `let product
  export const configureProduct = (given) => { product = given }
  export const configureLocale = () => {}
  export const pageOf = () => undefined
  export const createDocuments = () => ({ page: ({ state }) => JSON.stringify(state) })
  export const render = async (address) => address === '/@old'
    ? { status: 301, location: '/@new', isComplete: true, renderedAt: 0, state: {} }
    : address === '/legal/privacy'
    ? { status: 200, isComplete: true, renderedAt: 0, state: product.retentionDays }
    : ({ status: 200, isComplete: true, renderedAt: 7, state: { renderedAt: 7 } })`,
)

test('a page whose announcements could not be read is not cached, as every visitor would ask for them', {
  tags: ['MOD-06'],
}, async () => {
  let status = 503
  const read = async () => Response.json([{ text: 'Maintenance' }], { status })
  const renderer = createRenderer(() => read, readConfig({}), folder)
  const without = await renderer.page('/offers')
  expect([without.isComplete, String(without.plain)]).toEqual([false, '{"renderedAt":7}'])
  status = 200
  const page = await renderer.page('/offers')
  expect([page.isComplete, JSON.parse(String(page.plain))]).toEqual([
    true,
    { renderedAt: 7, announcements: [{ text: 'Maintenance' }] },
  ])
})

test('a former short address redirects, with an ETag of its target', { tags: ['FLOW-03'] }, async () => {
  const renderer = createRenderer(() => async () => Response.json([]), readConfig({}), folder)
  const { status, headers, plain, isComplete } = await renderer.page('/@old')
  expect([status, headers.location, String(plain), isComplete]).toEqual([301, '/@new', '/@new', true])
})

test('the pages name the retention periods of the settings (D-5)', async () => {
  const settings = {
    RETENTION_APPLICATIONS_DAYS: '41',
    RETENTION_SESSIONS_DAYS: '42',
    RETENTION_TICKETS_DAYS: '43',
    RETENTION_OUTBOX_DAYS: '44',
    RETENTION_REPORTS_DAYS: '45',
    RETENTION_HISTORY_DAYS: '46',
  }
  const renderer = createRenderer(() => async () => Response.json([]), readConfig(settings), folder)
  const { plain } = await renderer.page('/legal/privacy')
  expect(JSON.parse(String(plain))).toMatchObject({
    APPLICATIONS: 41,
    SESSIONS: 42,
    TICKETS: 43,
    OUTBOX: 44,
    REPORTS: 45,
    HISTORY: 46,
  })
})
