import { mkdtempSync, rmSync } from 'node:fs'
import type { Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll } from 'vitest'
import { createApp } from '../app.ts'
import { readConfig } from '../config.ts'
import type { Services } from '../lib/services.ts'
import { openServices } from '../services.ts'
import { createClient } from './client.ts'
import { engineSettings } from './database.ts'

export type TestServer = Services &
  ReturnType<typeof createClient> & {
    url: string
    dataDir: string
    http: HttpServer
  }

/**
 * The real server on a free port with a database of its own, ended after the tests of the file.
 * Limits are off unless a test is about them.
 */
export async function startServer(
  settings: Record<string, string> = {},
  log = pino({ level: process.env.TEST_LOG ?? 'silent' }),
): Promise<TestServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'puente-test-'))
  const config = readConfig({
    DATA_DIR: dataDir,
    ...(await engineSettings()),
    RATE_LIMITS: 'off',
    ...settings,
  })
  const services = await openServices(config, log)
  const app = await createApp(services, log)
  services.realtime.attach(app.server)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  // Stored addresses of files carry the public address, which is known only now.
  config.publicUrl = url
  afterAll(async () => {
    await services.realtime.close()
    await app.close()
    await services.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  return { ...services, ...createClient(url), url, dataDir, http: app.server }
}
