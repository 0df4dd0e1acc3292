import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import closeWithGrace from 'close-with-grace'
import pino from 'pino'
import { createApp } from './app.ts'
import { returnFromUnfinished } from './backup/swap-data.ts'
import { type Config, readConfig } from './config.ts'
import { lockDataDir } from './lib/data-lock.ts'
import { StartError } from './lib/errors.ts'
import { lowerPoolPriority } from './lib/priority.ts'
import { openServices } from './open-services.ts'
import { startMaintenance } from './operations/maintenance.ts'

const DRAIN_MS = 10_000
/** After a restart all devices reconnect at once; a refused one retries much later. */
const BACKLOG = 4096
const STOP_SIGNALS = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const

/** The process: read the settings, open the engines, listen, and stop cleanly. */
async function main(): Promise<void> {
  const config = readConfig(process.env)
  // First, so that a port in use leaves no side effects.
  await refuseTakenPort(config)
  const unlock = lockDataDir(config.DATA_DIR)
  process.once('exit', unlock)

  const log = pino({ level: config.LOG_LEVEL })
  if (returnFromUnfinished(config.DATA_DIR)) log.warn('a restore was interrupted; the data before it is back')
  const services = await openServices(config, log)
  const app = await createApp(services, log, { pages: true })
  services.realtime.attach(app.server)
  await app.listen({ host: config.HOST, port: config.PORT, backlog: BACKLOG })
  await lowerPoolPriority()
  services.jobs.start()
  const stopMaintenance = startMaintenance(services)
  const options = { delay: config.STOP_DELAY_MS + DRAIN_MS, logger: log, skip: [...STOP_SIGNALS] }
  const grace = closeWithGrace(options, async ({ err }) => {
    if (err) log.fatal({ err }, 'ending after an unexpected error')
    app.announceStop()
    // A proxy that asks for readiness sends its next requests elsewhere meanwhile.
    if (!err) await wait(config.STOP_DELAY_MS)
    await services.realtime.close()
    await app.close()
    await stopMaintenance()
    await services.close()
  })
  // npm, the terminal and a service manager each send the same wish to stop. A second one is not a wish
  // to break off (close-with-grace would take it so); the time limit bounds the wait.
  let stopping = false
  for (const signal of STOP_SIGNALS) {
    process.on(signal, () => {
      if (!stopping) grace.close()
      stopping = true
    })
  }
  console.log(`${config.PRODUCT_NAME} answers on ${config.publicUrl}`)
}

function refuseTakenPort({ HOST, PORT }: Config): Promise<void> {
  if (PORT === 0) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => {
      const reason =
        error.code === 'EADDRINUSE' ? 'is in use. Set PORT to another one' : `cannot be used (${error.code})`
      reject(new StartError(`Port ${PORT} on ${HOST} ${reason}.`))
    })
    probe.listen(PORT, HOST, () => probe.close(() => resolve()))
  })
}

main().catch((error: unknown) => {
  if (error instanceof StartError) console.error(error.message.replaceAll(/^/gm, 'puente: '))
  else console.error(error)
  process.exit(1)
})
