// The server without pages as a separate process that a test may kill, with its settings in the environment.

import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { createApp } from '../../app.ts'
import { startSweeping } from '../../applications/sweep.ts'
import { readConfig } from '../../config.ts'
import { lockDataDir } from '../../lib/data-lock.ts'
import { openServices } from '../../open-services.ts'
import { liveBytes } from '../security/memory.ts'

const config = readConfig(process.env)
const unlock = lockDataDir(config.DATA_DIR)
process.once('exit', unlock)
const log = pino({ level: process.env.TEST_LOG ?? 'silent' })
const services = await openServices(config, log)
const app = await createApp(services, log)
services.realtime.attach(app.server)
await app.listen({ host: '127.0.0.1', port: config.PORT })
services.jobs.start()
startSweeping(services)
process.send?.((app.server.address() as AddressInfo).port)
process.on('message', async (word) => {
  if (word === 'memory') process.send?.(await liveBytes())
})
// The parent test has ended.
process.on('disconnect', () => process.exit(0))
