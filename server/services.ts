import type { FastifyBaseLogger } from 'fastify'
import type { TopicVersions } from './cache/topic-versions.ts'
import type { Config } from './config.ts'
import type { FileStore } from './files/file-store.ts'
import type { FreeSpace } from './files/free-space.ts'
import type { ImageWorkers } from './files/image-workers.ts'
import type { SignedUrls } from './files/signed-urls.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Database } from './lib/db.ts'
import type { Limits } from './lib/limits.ts'
import type { SecretBox } from './lib/secret-box.ts'
import type { SignedIds } from './lib/signed-ids.ts'
import type { Tokens } from './lib/tokens.ts'
import type { Mailer } from './mail/mail-transport.ts'
import type { UnsubscribeTokens } from './notifications/unsubscribe-tokens.ts'
import type { Meters } from './operations/meters.ts'
import type { Outages } from './operations/outages.ts'
import type { Tracing } from './operations/tracing.ts'
import type { Quota } from './quota/quota.ts'
import type { Bus } from './realtime/bus.ts'
import type { Realtime } from './realtime/realtime.ts'
import type { KnownDevices } from './users/known-devices.ts'

/** The dependencies of features. Built once (main.ts, or a test), and passed to every routes file. */
export type Services = Pick<Database, 'db' | 'engine'> & {
  config: Config
  tokens: Tokens
  limits: Limits
  quota: Quota
  devices: KnownDevices
  meters: Meters
  outages: Outages
  /** Set where a collector is configured. */
  tracing: Tracing | undefined
  files: FileStore
  freeSpace: FreeSpace
  images: ImageWorkers
  signedUrls: SignedUrls
  secretBox: SecretBox
  unsubscribeTokens: UnsubscribeTokens
  /** Of moderators' decisions. */
  appealTokens: SignedIds
  mailer: Mailer
  bus: Bus
  jobs: Jobs
  realtime: Realtime
  changes: TopicVersions
  log: FastifyBaseLogger
}
