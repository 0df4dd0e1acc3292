import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Browser, chromium, type Page } from '@playwright/test'
import { ACCOUNTS, signIn } from '../e2e/accounts.ts'
import { addApplicants, MANY_APPLICANTS } from '../e2e/steps/many-applicants.ts'
import { CHROMIUM_ARGS, requireBrowser } from '../scripts/browser.mjs'
import { copyOfDemo } from './lib/demo.ts'
import { SERVER, startServer } from './lib/processes.ts'
import { quantile } from './lib/rounds.ts'
import type { Row } from './lib/table.ts'

const ROUNDS = 9
const MAX_PAINT_MS = 1000
const MAX_FRAME_MS = 16

/** The board of an offer with a thousand applicants: time to the first card, and the work of a frame during a drag. */
export async function board(): Promise<Row[]> {
  const executablePath = requireBrowser()
  const { dataDir, remove } = await copyOfDemo()
  const offerId = firstOfferOf(dataDir, ACCOUNTS.recruiter.email)
  addApplicants(dataDir, offerId)
  const server = await startServer(SERVER, { DATA_DIR: dataDir, RATE_LIMITS: 'off' })
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS })
  try {
    const token = await signIn(server.url, ACCOUNTS.recruiter)
    const paints: number[] = []
    const frames: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const page = await openBoard(browser, server.url, token, offerId)
      paints.push(await firstCard(page))
      frames.push(...(await framesOfDrag(page)))
      await page.context().close()
    }
    return [
      row(`Board of ${MANY_APPLICANTS}, no cache: navigation to first card`, MAX_PAINT_MS, paints),
      row(`Board of ${MANY_APPLICANTS}: work per frame while a card is dragged`, MAX_FRAME_MS, frames),
    ]
  } finally {
    await browser.close()
    await server.stop()
    await remove()
  }
}

function row(what: string, max: number, measured: number[]): Row {
  const sorted = measured.toSorted((a, b) => a - b)
  const [lower, median, upper] = [0.25, 0.5, 0.75].map((share) => quantile(sorted, share).toFixed(1))
  return {
    number: 6,
    what,
    goal: `< ${max} ms`,
    measured: `${median} ms (${lower}–${upper})`,
    isMet: Number(median) < max,
  }
}

function firstOfferOf(dataDir: string, email: string): string {
  const database = new DatabaseSync(join(dataDir, 'puente.db'))
  const found = database
    .prepare('select offers.id from offers join users on users.id = offers.owner_id where email = ? limit 1')
    .get(email)
  database.close()
  return String(found?.id)
}

async function openBoard(browser: Browser, url: string, token: string, offerId: string): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    storageState: {
      cookies: [],
      origins: [{ origin: url, localStorage: [{ name: 'token', value: token }] }],
    },
  })
  const page = await context.newPage()
  await page.goto(`${url}/private-rec/dashboard/${offerId}`, { waitUntil: 'commit' })
  return page
}

/** Milliseconds since navigation; a card counts as painted when the next frame begins. */
const firstCard = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const look = () => {
          if (!document.querySelector('main article')) requestAnimationFrame(look)
          else requestAnimationFrame(() => resolve(performance.now()))
        }
        look()
      }),
  )

/** Milliseconds of each frame, from its first pointer move until it is painted. */
async function framesOfDrag(page: Page): Promise<number[]> {
  const card = await page.locator('main article').first().boundingBox()
  if (!card) throw new Error('There is no card to drag.')
  await page.evaluate(() => {
    const frames: number[] = []
    Object.assign(window, { frames })
    let begun: number | undefined
    const painted = new MessageChannel()
    painted.port1.onmessage = () => {
      if (begun !== undefined) frames.push(performance.now() - begun)
      begun = undefined
    }
    addEventListener(
      'pointermove',
      () => {
        if (begun !== undefined) return
        begun = performance.now()
        requestAnimationFrame(() => painted.port2.postMessage(undefined))
      },
      { capture: true },
    )
  })
  const { x, y } = { x: card.x + card.width / 2, y: card.y + 40 }
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 30, y + 30, { steps: 3 })
  await page.mouse.move(x + 900, y + 150, { steps: 120 })
  await page.mouse.up()
  return page.evaluate(() => (window as unknown as { frames: number[] }).frames)
}
