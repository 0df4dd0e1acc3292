import { createServer } from 'node:net'
import { constants, hostname } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import closeWithGrace from 'close-with-grace'
import pino from 'pino'
import { createApp } from './app.ts'
import { startSweeping } from './applications/sweep.ts'
import { rollBackInterruptedSwap } from './backup/swap-data.ts'
import { type Config, readConfig } from './config.ts'
import { refuseHiddenAccounts } from './doctor/hidden-accounts.ts'
import { misspelledSettings, settingWarnings } from './doctor/settings.ts'
import { lockDataDir } from './lib/data-lock.ts'
import { environmentFault } from './lib/environment-fault.ts'
import { StartError } from './lib/errors.ts'
import { lowerPoolPriority } from './lib/priority.ts'
import { startOfferClock } from './offers/offer-clock.ts'
import { openServices } from './open-services.ts'
import { startMaintenance } from './operations/maintenance.ts'
import { VERSION } from './operations/version.ts'
import { startSqliteThread } from './sqlite/thread.ts'

const DRAIN_MS = 10_000
/** After a restart all devices reconnect at once; a refused one would retry much later. */
const BACKLOG = 4096
/** The signals of a graceful stop; any other ends the process as a crash, visible to its supervisor. */
const STOP_SIGNALS = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const
/** close-with-grace also handles SIGSEGV and the like, and would end with code 0. */
const ALL_SIGNALS = Object.keys(constants.signals) as closeWithGrace.Signals[]

/** The process: read the settings, open the engines, listen, and stop cleanly. */
async function main(): Promise<void> {
  const config = readConfig(process.env)
  // First, so that a port in use has no side effects.
  await refuseTakenPort(config)
  const unlock = lockDataDir(config.DATA_DIR)
  process.once('exit', unlock)

  const log = pino({
    level: config.LOG_LEVEL,
    base: { pid: process.pid, hostname: hostname(), version: VERSION },
  })
  if (rollBackInterruptedSwap(config.DATA_DIR)) log.warn('an interrupted restore was rolled back')
  const services = await openServices(config, log)
  await refuseHiddenAccounts(services)
  for (const warning of [...misspelledSettings(process.env), ...settingWarnings(config)]) log.warn(warning)
  if (config.HOME_STATS_FACTOR !== 1 && !config.isDevelopment) {
    log.info(
      `the home page multiplies its counts by ${config.HOME_STATS_FACTOR}; HOME_STATS_FACTOR=1 shows the true numbers`,
    )
  }
  const app = await createApp(services, log, { pages: true })
  services.realtime.attach(app.server)
  services.jobs.start()
  const stopMaintenance = startMaintenance(services)
  const stopSweeping = startSweeping(services)
  const stopOfferClock = startOfferClock(services)
  const stopSqliteThread = startSqliteThread(services)
  const options = { delay: config.STOP_DELAY_MS + DRAIN_MS, logger: log, skip: ALL_SIGNALS }
  const grace = closeWithGrace(options, async ({ err }) => {
    if (err) log.fatal({ err }, 'shutting down after an unexpected error')
    app.announceStop()
    // Meanwhile a proxy with readiness checks sends its requests elsewhere.
    if (!err) await wait(config.STOP_DELAY_MS)
    await services.realtime.close()
    await app.close()
    await stopMaintenance()
    await stopSweeping()
    await stopOfferClock()
    await stopSqliteThread()
    await services.close()
    log.info('stopped')
  })
  // npm, the terminal and a service manager each send the same signal. A second one does not
  // mean to abort (close-with-grace would treat it so); the timeout bounds the wait.
  let stopping = false
  for (const signal of STOP_SIGNALS) {
    process.on(signal, () => {
      if (stopping) return
      stopping = true
      log.info({ signal }, 'stopping')
      grace.close()
    })
  }
  const listening = `${config.PRODUCT_NAME} listens on ${config.publicUrl}`
  await app.listen({
    host: config.HOST,
    port: config.PORT,
    backlog: BACKLOG,
    listenTextResolver: (address) => `${listening} (${address})`,
  })
  await lowerPoolPriority()
  // For people; a service manager gets lines of JSON only.
  if (process.stdout.isTTY) console.log(listening)
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
  const reason = environmentFault(error)
  console.error(reason === undefined ? error : reason.replaceAll(/^/gm, 'puente: '))
  process.exit(1)
})
