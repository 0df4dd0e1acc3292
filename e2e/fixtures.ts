import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { ACCOUNTS, type Role, signIn } from './accounts.ts'
import { PuenteServer } from './server.ts'
import { unnamedEntries } from './stored-entries.ts'
import { Traffic } from './traffic.ts'

export { expect }

/** Browser errors caused by a killed or stopped server: refused connections and truncated files. */
export const OUTAGE =
  /ERR_(CONNECTION_(REFUSED|RESET|CLOSED|ABORTED)|SOCKET_NOT_CONNECTED|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING|CONTENT_LENGTH_MISMATCH|FAILED)|WebSocket|dynamically imported module/

interface Options {
  /** Starts with the demo data (the default) or with an empty data directory. */
  demo: boolean
  /** Settings of the server for this spec. */
  serverEnv: Record<string, string>
}

interface Fixtures {
  /** The real server of this spec file: `restart()`, `kill9()`, `start()`, `stop()`, `dataDir`, `baseUrl`. */
  server: PuenteServer
  /** Opens an empty page in a browser context in which that person is signed in. */
  as: (who: Role | { email: string; password: string }) => Promise<Page>
  /** Browser errors that the test expects; any other fails it. */
  allowErrors: (...patterns: RegExp[]) => void
  browserErrors: BrowserErrors
  /** Traffic of all browsers; private data sent to the wrong person fails the test (docs/security-rules.md, 2). */
  traffic: Traffic
}

/** A test with the real server of its spec file behind `page`: the tests of a file share a server and its data. */
export const test = base.extend<Options & Fixtures, { servers: SpecServers }>({
  demo: [true, { option: true }],
  serverEnv: [{}, { option: true }],

  servers: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it
    async ({}, use) => {
      const servers = new SpecServers()
      await use(servers)
      await servers.close()
    },
    { scope: 'worker' },
  ],

  browser: [
    async ({ browser }, use) => {
      const { newContext } = browser
      browser.newContext = async (options) => {
        const context = await newContext.call(browser, options)
        if (options?.javaScriptEnabled !== false) waitForHydration(context)
        return context
      }
      await use(browser)
    },
    { scope: 'worker' },
  ],

  server: async ({ servers, demo, serverEnv }, use, testInfo) => {
    const server = await servers.of(testInfo.file, demo, serverEnv)
    const before = server.log.length
    await use(server)
    if (testInfo.status !== testInfo.expectedStatus) {
      await testInfo.attach('server log', { body: server.log.slice(before), contentType: 'text/plain' })
    }
  },

  baseURL: ({ server }, use) => use(server.baseUrl),

  // biome-ignore lint/correctness/noEmptyPattern: as above
  browserErrors: async ({}, use) => {
    const errors = new BrowserErrors()
    await use(errors)
    expect(errors.unexpected, 'errors in the browser').toEqual([])
  },

  allowErrors: ({ browserErrors }, use) => use((...patterns) => browserErrors.allow(patterns)),

  traffic: async ({ server }, use) => {
    const traffic = new Traffic()
    const before = server.log.length
    await use(traffic)
    expect(await traffic.leaks(server.dataDir, server.log.slice(before)), 'leaked private data').toEqual([])
  },

  context: async ({ context, server, browserErrors, traffic }, use) => {
    browserErrors.watch(context)
    traffic.watch(context)
    await use(context)
    expect(await unnamedEntries([context], server.baseUrl), 'entries not in the cookie policy').toEqual([])
  },

  as: async ({ browser, server, browserErrors, traffic }, use, testInfo) => {
    const contexts: BrowserContext[] = []
    await use(async (who) => {
      const token = await signIn(server.baseUrl, typeof who === 'string' ? ACCOUNTS[who] : who)
      const localStorage = [{ name: 'token', value: token }]
      const context = await browser.newContext({
        storageState: { cookies: [], origins: [{ origin: server.baseUrl, localStorage }] },
      })
      contexts.push(context)
      browserErrors.watch(context)
      traffic.watch(context)
      return context.newPage()
    })
    if (testInfo.status !== testInfo.expectedStatus) {
      for (const page of contexts.flatMap((context) => context.pages())) {
        // The report prints the beginning of a text, and its reader may have no picture.
        const body = `${page.url()}\n${await page.locator('main').ariaSnapshot().catch(String)}`
        await testInfo.attach('page', { body, contentType: 'text/plain' })
      }
    }
    const unnamed = await unnamedEntries(contexts, server.baseUrl)
    for (const context of contexts) await context.close()
    expect(unnamed, 'entries not in the cookie policy').toEqual([])
  },
})

/** Makes `goto` and `reload` wait for hydration, unless the test passes a `waitUntil` of its own. */
function waitForHydration(context: BrowserContext): void {
  context.on('page', (page) => {
    const hydrated = () =>
      page.waitForFunction(() => {
        const isOurs = document.getElementById('app') !== null
        return !isOurs || document.documentElement.dataset.hydrated !== undefined
      })
    const { goto, reload } = page
    page.goto = async (url, options) => {
      const response = await goto.call(page, url, options)
      if (!options?.waitUntil) await hydrated()
      return response
    }
    page.reload = async (options) => {
      const response = await reload.call(page, options)
      if (!options?.waitUntil) await hydrated()
      return response
    }
  })
}

/** The server of a worker: it belongs to the spec file that is running. */
class SpecServers {
  #key = ''
  #server: PuenteServer | undefined

  async of(file: string, demo: boolean, env: Record<string, string>): Promise<PuenteServer> {
    const key = JSON.stringify([file, demo, env])
    if (!this.#server || this.#key !== key) {
      await this.close()
      const dataDir = await mkdtemp(join(tmpdir(), 'puente-e2e-'))
      if (demo) await cp(seededDir(), dataDir, { recursive: true })
      this.#server = new PuenteServer({ dataDir, env })
      this.#key = key
    }
    // A test may have stopped it.
    if (!this.#server.isRunning) await this.#server.start()
    return this.#server
  }

  async close(): Promise<void> {
    const server = this.#server
    this.#server = undefined
    if (!server) return
    await server.stop()
    await rm(server.dataDir, { recursive: true, force: true })
  }
}

class BrowserErrors {
  readonly #found: string[] = []
  readonly #allowed: RegExp[] = []

  watch(context: BrowserContext): void {
    context.on('console', (message) => {
      if (message.type() === 'error') this.#found.push(`${message.text()} (${message.location().url})`)
    })
    context.on('weberror', (thrown) => {
      this.#found.push(String(thrown.error()))
    })
  }

  allow(patterns: RegExp[]): void {
    this.#allowed.push(...patterns)
  }

  get unexpected(): string[] {
    return this.#found.filter((text) => !this.#allowed.some((pattern) => pattern.test(text)))
  }
}

function seededDir(): string {
  const path = process.env.PUENTE_E2E_SEED
  if (!path) throw new Error('The global setup makes the seeded data directory.')
  return path
}
