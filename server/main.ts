import closeWithGrace from 'close-with-grace'
import pino from 'pino'
import { createApp } from './app.ts'
import { readConfig } from './config.ts'
import { StartError } from './lib/errors.ts'
import { openServices } from './services.ts'

const DRAIN_MS = 10_000

/** The process: read the settings, open the engines, listen, and stop cleanly. */
async function main(): Promise<void> {
  const config = readConfig(process.env)
  const log = pino({ level: config.LOG_LEVEL })
  const services = await openServices(config, log)
  const app = await createApp(services, log)
  services.realtime.attach(app.server)
  await app.listen({ host: config.HOST, port: config.PORT })
  console.log(`Puente answers on ${config.publicUrl}`)
  closeWithGrace({ delay: DRAIN_MS, logger: log }, async () => {
    await services.realtime.close()
    await app.close()
    await services.close()
  })
}

main().catch((error: unknown) => {
  console.error(error instanceof StartError ? error.message : error)
  process.exit(1)
})
