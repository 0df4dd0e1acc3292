import { requireBrowser } from '../../scripts/browser.mjs'
import { copyOfDemo } from '../lib/demo.ts'
import { openFilled } from '../lib/engines.ts'
import { SERVER, startServer } from '../lib/processes.ts'
import type { Row } from '../lib/table.ts'
import { bytes } from './bytes.ts'
import { languageBytes } from './languages.ts'
import { type Audit, audit } from './lighthouse.ts'
import { addressOf, PAGES } from './pages.ts'
import { paint } from './paint.ts'
import { addPictures } from './pictures.ts'

const MAX_REQUESTS = 8
const MAX_BLOCKING_MS = 60
const MIN_PERFORMANCE = 99
const MAX_PAINT = 1.5
const NOTHING = { ours: 0, plain: 0 }

/**
 * Rows 5 and 6: bytes, requests, paint and Lighthouse of the ten public pages, on this many filled offers, or on the
 * demo data: a copy of `data` (or DEMO_DATA_DIR), or the running server at BASE_URL.
 * PAINT=off and LIGHTHOUSE=off skip one half.
 */
export const web = (offers?: number) => async (): Promise<Row[]> => {
  const browser = requireBrowser()
  const served = await (offers === undefined ? demoServer() : filledServer(offers))
  try {
    const rows = [...(await bytes()), ...(await languageBytes())]
    for (const { name, path } of PAGES) {
      const address = await addressOf(served.url, path)
      const { ours, plain } = process.env.PAINT === 'off' ? NOTHING : await paint(browser, address)
      if (plain > 0)
        rows.push({
          number: 6,
          what: `Largest paint: ${name}`,
          goal: `≤ ${MAX_PAINT} × the same page without scripts`,
          measured: `${(ours / plain).toFixed(2)} × (${Math.round(ours)} ms)`,
          isMet: ours / plain <= MAX_PAINT,
        })
      if (process.env.LIGHTHOUSE !== 'off') rows.push(auditRow(name, await audit(browser, address)))
    }
    return rows
  } finally {
    await served.stop()
  }
}

function auditRow(name: string, { scores, requests, blockingMs, shift, fontBytes }: Audit): Row {
  const { performance, accessibility, 'best-practices': practices, seo } = scores
  return {
    number: 6,
    what: `Lighthouse, phone: ${name}`,
    goal: `≥ ${MIN_PERFORMANCE}/100/100/100, ≤ ${MAX_REQUESTS} requests, shift 0, ≤ ${MAX_BLOCKING_MS} ms blocked`,
    measured: `${performance}/${accessibility}/${practices}/${seo}, ${requests} requests, shift ${shift.toFixed(3)}, ${Math.round(blockingMs)} ms, fonts ${(fontBytes / 1000).toFixed(0)} kB`,
    isMet:
      performance >= MIN_PERFORMANCE &&
      Math.min(accessibility, practices, seo) === 100 &&
      requests <= MAX_REQUESTS &&
      shift < 0.001 &&
      blockingMs <= MAX_BLOCKING_MS,
  }
}

type Served = { url: string; stop: () => Promise<void> }

async function filledServer(offers: number): Promise<Served> {
  const filled = await openFilled('SQLite', offers, { isCopy: true })
  const server = await startServer(SERVER, filled.settings)
  await addPictures(filled, server.url)
  return {
    url: server.url,
    stop: async () => {
      await server.stop()
      await filled.close()
    },
  }
}

async function demoServer(): Promise<Served> {
  const { BASE_URL } = process.env
  if (BASE_URL) return { url: BASE_URL, stop: async () => {} }
  const { dataDir, remove } = await copyOfDemo()
  const server = await startServer(SERVER, { DATA_DIR: dataDir, RATE_LIMITS: 'off' })
  return {
    url: server.url,
    stop: async () => {
      await server.stop()
      await remove()
    },
  }
}
