// The server without pages as a separate process, with its settings in the environment. It sends its port when it
// listens, and responds to any message when all jobs are done.

import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { createApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { openServices } from '../open-services.ts'
import { until } from './until.ts'

const config = readConfig(process.env)
const log = pino({ level: process.env.TEST_LOG ?? 'silent' })
const services = await openServices(config, log)
const app = await createApp(services, log)
services.realtime.attach(app.server)
await app.listen({ host: '127.0.0.1', port: config.PORT })
process.on('message', async () => {
  await services.jobs.settled()
  process.send?.('settled')
})
process.on('disconnect', () => process.exit())
// A signal lost during the start would delay a test.
if (process.env.TEST_WAIT_FOR_REDIS) await until(() => services.bus.reach() === 'connected')
process.send?.((app.server.address() as AddressInfo).port)
