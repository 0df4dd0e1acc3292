import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { createApp } from '../../app.ts'
import { readConfig } from '../../config.ts'
import { openServices } from '../../open-services.ts'
import { createClient } from '../client.ts'
import { engineSettings } from '../database.ts'

/** The real server on its own data, which survives a restart. */
export async function openRestartable() {
  const dataDir = mkdtempSync(join(tmpdir(), 'puente-model-'))
  const config = readConfig({
    DATA_DIR: dataDir,
    RATE_LIMITS: 'off',
    PUBLIC_CACHE: 'off',
    EXTERNAL_IMAGES: 'on',
    ...(await engineSettings()),
  })
  let running = await start()

  async function start() {
    const services = await openServices(config, pino({ level: 'silent' }))
    const app = await createApp(services, undefined)
    services.realtime.attach(app.server)
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as AddressInfo
    return { services, app, client: createClient(`http://127.0.0.1:${port}`) }
  }

  async function stop() {
    const { services, app } = running
    await services.realtime.close()
    await app.close()
    await services.close()
  }

  return {
    client: () => running.client,
    db: () => running.services.db,
    settled: () => running.services.jobs.settled(),
    restart: async () => {
      await stop()
      running = await start()
    },
    close: async () => {
      await stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
export type Restartable = Awaited<ReturnType<typeof openRestartable>>
