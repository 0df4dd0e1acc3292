import type { FastifyBaseLogger } from 'fastify'
import { m } from '#contract/texts.ts'
import { getUserProfile, login, logout, register } from '#contract/users.ts'
import { route } from '../http/route.ts'
import { ApiError, conflict } from '../lib/errors.ts'
import { createKeyedMutex } from '../lib/keyed-mutex.ts'
import { networkOf } from '../lib/limits.ts'
import {
  fairnessKeyOf,
  hashPassword,
  isOutdated,
  verifyDummyPassword,
  verifyPassword,
} from '../lib/passwords.ts'
import { requireNoSanction } from '../moderation/sanctions.ts'
import type { Services } from '../services.ts'
import { checkCommonPassword } from './common-passwords.ts'
import { isEmailFree } from './email.queries.ts'
import { endSession } from './sessions.queries.ts'
import { signIn } from './sign-in.ts'
import { countSignIn } from './sign-in-limits.ts'
import { requireSecondFactor } from './sign-in-second.routes.ts'
import { findSignInData, insertUser, requireUser, updatePasswordHash } from './users.queries.ts'

export const userRoutes = (services: Services) => {
  const { db, devices, jobs, limits, realtime } = services
  const withLock = createKeyedMutex()

  /** The account with this password; counted before the password is checked, also without an account (A4, K2). */
  async function requireAccount(
    { email, password, device }: { email: string; password: string; device: string | undefined },
    { address, log }: { address: string; log: FastifyBaseLogger },
  ) {
    const account = await findSignInData(db, email)
    const takeBack = await countSignIn(limits, { email, address, account, device })
    const fairnessKey = fairnessKeyOf(address, email)
    const isRight = account
      ? await verifyPassword(account.password_hash, password, fairnessKey)
      : await verifyDummyPassword(password, fairnessKey)
    if (account && isRight) {
      await takeBack()
      await requireNoSanction(services, account)
      return account
    }
    log.warn({ event: 'sign-in failed', userId: account?.id, address }, 'security')
    throw new ApiError(401, 'INVALID_CREDENTIALS', m.auth_wrong_credentials())
  }

  return [
    route(register, {
      handle: async ({ body, address, log }) => {
        const { name, surname, email, role } = body
        checkCommonPassword(services.config, log, { password: body.password, field: 'password' })
        const password_hash = await hashPassword(body.password, fairnessKeyOf(address, email))
        const id = await db.transaction().execute(async (tx) => {
          const inserted =
            (await isEmailFree(tx, email)) &&
            (await insertUser(tx, { name, surname, email, role, password_hash }))
          if (!inserted) throw conflict('EMAIL_TAKEN', m.auth_email_taken())
          await jobs.add(tx, 'confirm mail', { userId: inserted })
          return inserted
        })
        jobs.wake()
        log.info({ event: 'registered', userId: id, role, address }, 'activity')
        return {
          message: m.auth_registered(),
          user: { _id: id, name, surname, email, role: { type: role } },
        }
      },
    }),

    route(login, async ({ body, address, log, request }) => {
      const email = body.email.normalize('NFC').toLowerCase()
      const device = devices.find(body.device, email)
      // Serialised for each account and address, so that concurrent right ones do not refuse each other.
      const account = await withLock(`${device ?? networkOf(address)} ${email}`, () =>
        requireAccount({ email, password: body.password, device }, { address, log }),
      )
      if (isOutdated(account.password_hash)) {
        await updatePasswordHash(
          db,
          account.id,
          await hashPassword(body.password, fairnessKeyOf(address, email)),
        )
      }
      await requireSecondFactor(services, account)
      return signIn(services, { ...account, email }, { proofs: body.device, address, log, request })
    }),

    route(logout, async ({ user }) => {
      await endSession(db, user.id, user.sessionId)
      await realtime.endSession(user.id, user.sessionId)
      return {}
    }),

    route(getUserProfile, ({ user }) => requireUser(services, user.id)),
  ]
}
