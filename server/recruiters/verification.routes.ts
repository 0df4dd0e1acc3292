import { domainToASCII } from 'node:url'
import { m } from '#contract/texts.ts'
import { checkVerification, getVerification, startVerification } from '#contract/verification.ts'
import { route } from '../http/route.ts'
import { scheduleJob } from '../jobs/jobs.queries.ts'
import { ApiError, conflict, invalid } from '../lib/errors.ts'
import { LIMIT_RULES } from '../lib/limits.ts'
import { verifyPassword } from '../lib/passwords.ts'
import { notify } from '../notifications/notify.ts'
import type { Services } from '../services.ts'
import { lockUser } from '../users/lock-user.ts'
import { hasFile, hasRecord, type ProofOptions } from './domain-proof.ts'
import {
  completeVerification,
  countVerificationAttempt,
  findPending,
  insertVerification,
  readVerification,
} from './verification.queries.ts'
import { registrableDomain } from './verified.ts'

export const verificationRoutes = (services: Services) => {
  const { config, db, jobs, limits, realtime } = services
  const proofOptions: ProofOptions = { dnsServer: config.DNS_SERVER }
  type Pending = NonNullable<Awaited<ReturnType<typeof findPending>>>

  /** Throws unless the proof is found. */
  async function requireProof(userId: string, pending: Pending, code: string): Promise<void> {
    const { domain, way, value } = pending
    if (way === 'mail') {
      if (code === '') throw invalid({ code: m.general_required() })
      const hash = await countVerificationAttempt(db, userId, value)
      if (hash === undefined) throw wrongCode(m.verification_code_ended())
      if (!(await verifyPassword(hash, code, userId))) throw wrongCode(m.security_wrong_code())
      return
    }
    const isThere = await (way === 'dns' ? hasRecord : hasFile)({ domain, value }, proofOptions)
    if (isThere) return
    const text = way === 'dns' ? m.verification_no_record : m.verification_no_file
    throw conflict('PROOF_NOT_FOUND', text({ domain }))
  }

  return [
    route(getVerification, ({ user }) => readVerification(db, user.id)),

    route(startVerification, async ({ body, user, address: client, log }) => {
      const { by: way } = body
      const domain = await requireDomain(body.domain)
      const address = way === 'mail' ? await requireAddress(body.address, domain) : ''
      await limits.take(LIMIT_RULES.verificationDomain, domain)
      if (way === 'mail') await limits.take(LIMIT_RULES.verificationMail, address)
      await db.transaction().execute(async (tx) => {
        await lockUser(tx, user.id)
        await insertVerification(tx, user.id, { domain, way, address })
        if (way === 'mail') await jobs.add(tx, 'verification mail', { userId: user.id })
      })
      jobs.wake()
      log.info({ event: 'verification started', userId: user.id, domain, way, address: client }, 'security')
      return readVerification(db, user.id)
    }),

    route(checkVerification, async ({ body, user, address: client, log }) => {
      const pending = await findPending(db, user.id)
      if (!pending) throw conflict('WRONG_STATE', m.verification_not_begun())
      const { domain, value } = pending
      await requireProof(user.id, pending, (body.code ?? '').replaceAll(/\s/g, ''))
      const inboxes = await db.transaction().execute(async (tx) => {
        await lockUser(tx, user.id)
        const until = await completeVerification(tx, user.id, value, config.VERIFIED_MONTHS)
        if (until === undefined) throw conflict('WRONG_STATE', m.verification_not_begun())
        await scheduleJob(tx, 'verification end', { userId: user.id }, { key: user.id, at: until })
        return notify(tx, {
          kind: 'verification',
          senderId: null,
          receiverIds: [user.id],
          data: { company: domain, state: 'verified' },
        })
      })
      realtime.notify(inboxes)
      jobs.wake()
      log.info({ event: 'domain verified', userId: user.id, domain, address: client }, 'security')
      return readVerification(db, user.id)
    }),
  ]
}

const wrongCode = (message: string) => new ApiError(400, 'WRONG_CODE', message, { fields: { code: message } })

/** The input as a registrable domain: in lower case and ASCII, without scheme, `www.` and path. */
async function requireDomain(given: string): Promise<string> {
  const host = domainToASCII(given.replace(/^https?:\/\//i, '').replace(/[/?#].*$/s, ''))
  const domain = await registrableDomain(host)
  if (domain === null) throw invalid({ domain: m.verification_domain_invalid() })
  if (host !== domain && host !== `www.${domain}`)
    throw invalid({ domain: m.verification_domain_whole({ domain }) })
  return domain
}

async function requireAddress(address: string | undefined, domain: string): Promise<string> {
  if (await isFreeMailHost(domain)) throw invalid({ domain: m.verification_free_mail({ domain }) })
  if (!address) throw invalid({ address: m.general_required() })
  if (!address.endsWith(`@${domain}`))
    throw invalid({ address: m.verification_address_elsewhere({ domain }) })
  return address
}

async function isFreeMailHost(domain: string): Promise<boolean> {
  // Loaded on first use: a list of thousands of names.
  const { default: hosts } = await import('email-providers/all.json', { with: { type: 'json' } })
  return hosts.includes(domain)
}
