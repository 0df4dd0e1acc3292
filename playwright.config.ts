import { defineConfig } from '@playwright/test'
import { CHROMIUM_ARGS, findBrowser } from './scripts/browser.mjs'

const executablePath = findBrowser()
if (!executablePath) throw new Error('No Chromium found: `npm test` installs one, or set CHROMIUM_PATH.')
// The workers read this file too and inherit the environment: they need not search again.
process.env.CHROMIUM_PATH = executablePath

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/browser',
  globalSetup: './e2e/global-setup.ts',
  reporter: [['list'], ['json', { outputFile: 'test-results/browser.json' }]],
  // One at a time: two cores carry the server, the browser and the test. A test that passes only
  // sometimes is a fault to find, so nothing is tried twice.
  workers: 1,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    actionTimeout: 15_000,
    // It answers pages that cannot be fetched, and hides what a test answers in the server's place (offline.spec.ts).
    serviceWorkers: 'block',
    navigationTimeout: 30_000,
    // Recording costs much of a test's time: `TRACE=1` when a failure does not explain itself.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath, args: CHROMIUM_ARGS },
  },
  projects: [
    { name: 'desktop', grepInvert: /@phone-only/, use: { viewport: { width: 1440, height: 900 } } },
    {
      name: 'phone',
      // `@phone-only` begins with `@phone`.
      grep: /@phone/,
      use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
    },
  ],
})
