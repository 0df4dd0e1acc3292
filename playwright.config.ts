import { defineConfig } from '@playwright/test'
import { CHROMIUM_ARGS, findBrowser } from './scripts/browser.mjs'

const executablePath = findBrowser()
// The workers read this file too, and need not search again.
if (executablePath) process.env.CHROMIUM_PATH = executablePath

/** Needs PostgreSQL and Redis: `npm run test:scale`. */
const SCALE = '**/*.scale.spec.ts'

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/browser',
  globalSetup: './e2e/global-setup.ts',
  reporter: [['list'], ['json', { outputFile: 'test-results/browser.json' }]],
  // Each worker has a server of its own on a copy of the demo data (fixtures.ts).
  workers: 2,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    actionTimeout: 15_000,
    // A service worker would hide the requests that tests intercept; offline.spec.ts allows it.
    serviceWorkers: 'block',
    // Playwright scrolls the page while it waits for an animation to end, and the press may miss a popup.
    // Tests of motion emulate it.
    contextOptions: { reducedMotion: 'reduce' },
    navigationTimeout: 30_000,
    // Traces are slow: `TRACE=1` for a failure that needs one.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: { ...(executablePath && { executablePath }), args: CHROMIUM_ARGS },
  },
  projects: [
    {
      name: 'desktop',
      testIgnore: SCALE,
      grepInvert: /@phone-only/,
      use: { viewport: { width: 1440, height: 900 } },
    },
    {
      name: 'phone',
      testIgnore: SCALE,
      // Also matches `@phone-only`.
      grep: /@phone/,
      use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
    },
    { name: 'scale', testMatch: SCALE },
  ],
})
