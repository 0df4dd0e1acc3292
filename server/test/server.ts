import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino, { type Logger } from 'pino'
import { afterAll } from 'vitest'
import { createApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { openServices } from '../open-services.ts'
import type { Services } from '../services.ts'
import { createClient } from './client.ts'
import { engineSettings, writeMigrated } from './database.ts'
import { programFile } from './program-file.ts'
import { startProxy } from './proxy.ts'
import { until } from './until.ts'

export type TestServer = Services &
  ReturnType<typeof createClient> & {
    url: string
    dataDir: string
    http: HttpServer
  }

const PROCESS = programFile('server/test/server-process.ts')

/** Limits and the cache of public responses are off, since tests write past the routes. A foreign picture saves an upload. */
const DEFAULTS = { RATE_LIMITS: 'off', PUBLIC_CACHE: 'off', EXTERNAL_IMAGES: 'on' }

/** Set by `npm run test:scale`: each server is two processes behind a proxy. */
const isPair = process.env.TEST_NODES === '2'

/**
 * The real server on a free port with a database of its own, ended after the tests of the file.
 * Limits are off unless a test is about them.
 */
export async function startServer(
  settings: Record<string, string> = {},
  { alone = false, log = pino({ level: process.env.TEST_LOG ?? 'silent' }) } = {},
): Promise<TestServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'puente-test-'))
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
  await writeMigrated(dataDir)
  const given = { DATA_DIR: dataDir, ...(await engineSettings()), ...DEFAULTS, ...settings }
  return isPair && !alone ? startPair(given, dataDir, log) : startOne(given, dataDir, log)
}

async function startOne(settings: Record<string, string>, dataDir: string, log: Logger): Promise<TestServer> {
  const config = readConfig(settings)
  const services = await openServices(config, log)
  const app = await createApp(services, log)
  services.realtime.attach(app.server)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  // Addresses of files contain the public address, which is known only now.
  if (settings.PUBLIC_URL === undefined) config.publicUrl = url
  afterAll(async () => {
    await services.realtime.close()
    await app.close()
    await services.close()
  })
  return { ...services, ...createClient(url), url, dataDir, http: app.server }
}

/** The test holds the services of one of the two, and calls alternate between them. */
async function startPair(given: Record<string, string>, dataDir: string, log: Logger): Promise<TestServer> {
  const proxy = await startProxy()
  const settings = { PUBLIC_URL: proxy.url, ...given }
  const env = { ...process.env, ...settings, PORT: '0', TEST_WAIT_FOR_REDIS: '1' }
  const far = fork(PROCESS, { env, stdio: 'inherit', execArgv: [] })
  afterAll(async () => {
    if (far.exitCode === null && far.kill('SIGKILL')) await once(far, 'exit')
  })
  const started = Promise.race([
    once(far, 'message'),
    once(far, 'exit').then(([code]) => Promise.reject(new Error(`The second server ended with ${code}`))),
  ])
  const [near, [farPort]] = await Promise.all([
    startOne(settings, dataDir, log),
    started as Promise<[number]>,
  ])
  await until(() => near.bus.reach() === 'connected')
  proxy.use((near.http.address() as AddressInfo).port, farPort)

  const settled = async () => {
    await near.jobs.settled()
    far.send('settle')
    await once(far, 'message')
  }
  return { ...near, ...createClient(proxy.url), url: proxy.url, jobs: { ...near.jobs, settled } }
}
