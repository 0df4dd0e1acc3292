import { hash } from 'node:crypto'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { Role } from '#contract/users.ts'
import type { Config } from '../config.ts'
import type { Tx } from '../lib/db.ts'
import { now } from '../lib/ids.ts'
import { LIMIT_RULES, networkOf } from '../lib/limits.ts'
import type { Services } from '../services.ts'
import { clientOf, userAgentOf } from './client-names.ts'
import { insertSession } from './users.queries.ts'

type Account = { id: string; email: string; role: Role; token_version: number }
type From = {
  /** The client's stored proofs (known-devices.ts). */
  proofs: string | undefined
  address: string
  log: FastifyBaseLogger
  request: FastifyRequest
}

/** Opens a session for an authenticated person; mails the owner about a new device. */
export async function signIn(
  { config, db, devices, jobs, limits, tokens }: Services,
  { id, email, role, token_version: tv }: Account,
  { proofs, address, log, request }: From,
): Promise<{ token: string; device: string }> {
  const device = devices.add(proofs, email)
  const hashes = [
    `proof ${devices.find(device, email)}`,
    // A client without a stored proof is recognised by a keyed hash of its user agent and network.
    devices.hashOf(`${id} ${userAgentOf(request)} ${networkOf(address)}`),
  ].map((text) => hash('sha256', text))
  // The address of an unconfirmed account may be a stranger's, whose mailbox must not be filled.
  const mayMail = await limits.allows(LIMIT_RULES.deviceMails, id)
  const { sid, isMailed } = await db.transaction().execute(async (tx) => {
    const session = await insertSession(tx, id, clientOf(request))
    const isNew = (await isNewDevice(tx, config, id, hashes)) && mayMail
    if (isNew) await jobs.add(tx, 'new device mail', { sessionId: session })
    return { sid: session, isMailed: isNew }
  })
  if (isMailed) await limits.consume(LIMIT_RULES.deviceMails, id)
  jobs.wake()
  log.info({ event: 'signed in', userId: id, address }, 'security')
  return { token: await tokens.sign({ id, role, tv, sid }), device }
}

/** The cap of one account; the least recently seen ones are deleted. */
const MAX_DEVICES = 50
const DAY_MS = 24 * 3600_000

/** Whether all of these are new or long unseen, and it is not the first sign-in; updates their time. */
async function isNewDevice(
  tx: Tx,
  { NEW_DEVICE_DAYS }: Config,
  userId: string,
  hashes: readonly string[],
): Promise<boolean> {
  const since = new Date(Date.now() - NEW_DEVICE_DAYS * DAY_MS).toISOString()
  const stored = await tx
    .selectFrom('known_devices')
    .select(['device_hash', 'seen_at'])
    .where('user_id', '=', userId)
    .orderBy('seen_at', 'desc')
    .execute()
  for (const device_hash of hashes) {
    await tx
      .insertInto('known_devices')
      .values({ user_id: userId, device_hash, seen_at: now() })
      .onConflict((known) => known.columns(['user_id', 'device_hash']).doUpdateSet({ seen_at: now() }))
      .execute()
  }
  const surplus = stored.slice(MAX_DEVICES - hashes.length).map((row) => row.device_hash)
  if (surplus.length > 0) {
    await tx
      .deleteFrom('known_devices')
      .where('user_id', '=', userId)
      .where('device_hash', 'in', surplus)
      .where('device_hash', 'not in', hashes)
      .execute()
  }
  return stored.length > 0 && !stored.some((row) => hashes.includes(row.device_hash) && row.seen_at > since)
}
