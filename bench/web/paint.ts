import { chromium, type Page } from '@playwright/test'
import { CHROMIUM_ARGS } from '../../scripts/browser.mjs'
import { median } from '../lib/rounds.ts'

/** The phone of row 6: 1.6 Mbit/s, 150 ms, a quarter of the CPU. */
const PHONE = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}
const CPU_SLOWDOWN = 4
const ROUNDS = 3

/** Median largest contentful paint (ms) on a shaped phone: the page as it is, and its HTML without scripts. */
export async function paint(
  executablePath: string,
  address: string,
): Promise<{ ours: number; plain: number }> {
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS })
  const times = { ours: [] as number[], plain: [] as number[] }
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const kind of ['ours', 'plain'] as const) {
        const context = await browser.newContext({ viewport: { width: 412, height: 823 }, isMobile: true })
        const page = await context.newPage()
        if (kind === 'plain') await withoutScripts(page, address)
        times[kind].push(await largestPaint(page, address))
        await context.close()
      }
    }
  } finally {
    await browser.close()
  }
  return { ours: median(times.ours), plain: median(times.plain) }
}

async function withoutScripts(page: Page, address: string) {
  const whole = await (await fetch(address)).text()
  const html = await page.evaluate((source) => {
    const document = new DOMParser().parseFromString(source, 'text/html')
    for (const element of document.querySelectorAll('script, link[rel="modulepreload"]')) element.remove()
    return `<!doctype html>${document.documentElement.outerHTML}`
  }, whole)
  await page.route(address, (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body: html }))
}

async function largestPaint(page: Page, address: string): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.emulateNetworkConditions', PHONE)
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  await page.goto(address, { waitUntil: 'networkidle' })
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0)).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        })
      }),
  )
}
