import pino from 'pino'
import { rollBackInterruptedSwap } from '../server/backup/swap-data.ts'
import { readConfig } from '../server/config.ts'
import { lockDataDir } from '../server/lib/data-lock.ts'
import { StartError } from '../server/lib/errors.ts'
import { openServices } from '../server/open-services.ts'
import { ensureDemo } from './seed.ts'

/** `npm run demo` runs this before the server starts: fills an empty database, and prints the demo accounts. */
async function main(): Promise<void> {
  const config = readConfig(process.env)
  const unlock = lockDataDir(config.DATA_DIR)
  process.once('exit', unlock)
  rollBackInterruptedSwap(config.DATA_DIR)
  const services = await openServices(config, pino({ level: config.LOG_LEVEL }))
  try {
    console.log(await ensureDemo(services))
  } finally {
    await services.close()
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof StartError ? `puente: ${error.message}` : error)
  process.exitCode = 1
})
