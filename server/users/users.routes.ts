import type { FastifyBaseLogger } from 'fastify'
import { texts } from '#contract/texts.ts'
import { getUserProfile, login, logout, register } from '#contract/users.ts'
import { route } from '../http/route.ts'
import { ApiError, conflict } from '../lib/errors.ts'
import { createKeyedMutex } from '../lib/keyed-mutex.ts'
import { networkOf } from '../lib/limits.ts'
import { hashPassword, isOutdated, turnOf, verifyDummyPassword, verifyPassword } from '../lib/passwords.ts'
import type { Services } from '../services.ts'
import { checkCommonPassword } from './common-passwords.ts'
import { countSignIn } from './sign-in-limits.ts'
import {
  endSession,
  findSignInData,
  insertSession,
  insertUser,
  requireUser,
  updatePasswordHash,
} from './users.queries.ts'

export const userRoutes = (services: Services) => {
  const { db, devices, limits, tokens, realtime } = services
  const inTurn = createKeyedMutex()

  /** The account with this password; counted before the password is checked, also without an account (A4, K2). */
  async function requireAccount(
    { email, password, device }: { email: string; password: string; device: string | undefined },
    { address, log }: { address: string; log: FastifyBaseLogger },
  ) {
    const account = await findSignInData(db, email)
    const takeBack = await countSignIn(limits, { email, address, account, device })
    const turn = turnOf(address, email)
    const isRight = account
      ? await verifyPassword(account.password_hash, password, turn)
      : await verifyDummyPassword(password, turn)
    if (account && isRight) {
      await takeBack()
      return account
    }
    log.warn({ event: 'sign-in failed', userId: account?.id, address }, 'security')
    throw new ApiError(401, 'INVALID_CREDENTIALS', texts.auth.wrongCredentials)
  }

  return [
    route(register, {
      handle: async ({ body, address, log }) => {
        const { name, surname, email, role } = body
        checkCommonPassword(services.config, log, { password: body.password, field: 'password' })
        const id = await insertUser(db, {
          name,
          surname,
          email,
          role,
          password_hash: await hashPassword(body.password, turnOf(address, email)),
        })
        if (id === undefined) throw conflict('EMAIL_TAKEN', texts.auth.emailTaken)
        return {
          message: texts.auth.registered,
          user: { _id: id, name, surname, email, role: { type: role } },
        }
      },
    }),

    route(login, async ({ body, address, log }) => {
      const email = body.email.normalize('NFC').toLowerCase()
      const device = devices.find(body.device, email)
      // One at a time for each account and address, so that concurrent right ones do not refuse each other.
      const account = await inTurn(`${device ?? networkOf(address)} ${email}`, () =>
        requireAccount({ email, password: body.password, device }, { address, log }),
      )
      if (isOutdated(account.password_hash)) {
        await updatePasswordHash(db, account.id, await hashPassword(body.password, turnOf(address, email)))
      }
      const sid = await insertSession(db, account.id)
      log.info({ event: 'signed in', userId: account.id, address }, 'security')
      return {
        token: await tokens.sign({ id: account.id, role: account.role, tv: account.token_version, sid }),
        device: devices.add(body.device, email),
      }
    }),

    route(logout, async ({ user }) => {
      await endSession(db, user.sessionId)
      await realtime.endSession(user.id, user.sessionId)
      return {}
    }),

    route(getUserProfile, ({ user }) => requireUser(db, user.id)),
  ]
}
