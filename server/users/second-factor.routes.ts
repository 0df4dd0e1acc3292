import type { FastifyBaseLogger } from 'fastify'
import * as calls from '#contract/second-factor.ts'
import { m } from '#contract/texts.ts'
import { route } from '../http/route.ts'
import { ApiError, conflict, notFound } from '../lib/errors.ts'
import type { Services } from '../services.ts'
import { deletePasskey, insertPasskey, listPasskeys } from './passkeys.queries.ts'
import { creationOptions, verifyNew } from './passkeys.ts'
import { requirePassword } from './require-password.ts'
import {
  type CodeResult,
  countFactors,
  deleteUnneededCodes,
  hasPendingTotp,
  removeTotp,
  replaceRecoveryCodes,
  setPendingTotp,
  takeCode,
} from './second-factor.queries.ts'
import { insertSignInTicket, takeChallenge } from './sign-in-tickets.queries.ts'
import { newTotp } from './totp.ts'
import { requireUser } from './users.queries.ts'

/** Throws for a wrong code: 400, or 429 while codes are locked. */
export function requireCorrectCode(result: CodeResult): void {
  if (result === 'right') return
  if (result === 'wrong') {
    throw new ApiError(400, 'WRONG_CODE', m.security_wrong_code(), {
      fields: { code: m.security_wrong_code() },
    })
  }
  throw new ApiError(429, 'RATE_LIMITED', m.security_code_locked(), {
    retryAfterSeconds: result.lockedSeconds,
  })
}

export const secondFactorRoutes = (services: Services) => {
  const { config, db, jobs, secretBox } = services

  type Early = { user: { id: string }; address: string; log: FastifyBaseLogger }
  const withPassword = ({ user, address, log }: Early, password: string) =>
    requirePassword(services, { userId: user.id, password, field: 'password', address, log })

  function noteChange({ user, address, log }: Early, what: string): void {
    jobs.wake()
    log.info({ event: what, userId: user.id, address }, 'security')
  }

  return [
    route(calls.getSecondFactor, async ({ user }) => {
      const { totp, recoveryCodesLeft } = await countFactors(db, user.id)
      const passkeys = (await listPasskeys(db, user.id)).map((row) => ({
        _id: row.id,
        name: row.name,
        createdAt: row.created_at,
        lastUsedAt: row.last_used_at,
      }))
      return { totp, passkeys, recoveryCodesLeft }
    }),

    route(calls.startTotp, async (call) => {
      await withPassword(call, call.body.password)
      if ((await countFactors(db, call.user.id)).totp)
        throw conflict('WRONG_STATE', m.security_totp_on_already())
      const { email } = await requireUser(services, call.user.id)
      const { secret, uri } = newTotp(config.PRODUCT_NAME, email)
      await setPendingTotp(db, call.user.id, secretBox.seal(secret, call.user.id))
      return { secret, uri }
    }),

    route(calls.confirmTotp, async (call) => {
      const userId = call.user.id
      if (!(await hasPendingTotp(db, userId))) throw conflict('WRONG_STATE', m.security_totp_not_begun())
      const { result, codes } = await db.transaction().execute(async (tx) => {
        const taken = await takeCode(tx, secretBox, { userId, code: call.body.code, isNew: true })
        if (taken !== 'right') return { result: taken, codes: [] }
        await jobs.add(tx, 'account safety mail', { userId, what: 'totpOn' })
        return { result: taken, codes: await replaceRecoveryCodes(tx, userId) }
      })
      requireCorrectCode(result)
      noteChange(call, 'second factor on')
      return { recoveryCodes: codes }
    }),

    route(calls.removeTotp, async (call) => {
      const userId = call.user.id
      await withPassword(call, call.body.password)
      if (!(await countFactors(db, userId)).totp) throw conflict('WRONG_STATE', m.security_totp_off_already())
      const result = await db.transaction().execute(async (tx) => {
        const taken = await takeCode(tx, secretBox, { userId, code: call.body.code })
        if (taken !== 'right') return taken
        await removeTotp(tx, userId)
        await deleteUnneededCodes(tx, userId)
        await jobs.add(tx, 'account safety mail', { userId, what: 'totpOff' })
        return taken
      })
      requireCorrectCode(result)
      noteChange(call, 'second factor off')
      return { message: m.security_totp_off() }
    }),

    route(calls.renewRecoveryCodes, async (call) => {
      const userId = call.user.id
      await withPassword(call, call.body.password)
      const { totp, passkeys } = await countFactors(db, userId)
      if (!totp && passkeys === 0) throw conflict('WRONG_STATE', m.security_totp_off_already())
      const recoveryCodes = await db.transaction().execute(async (tx) => {
        await jobs.add(tx, 'account safety mail', { userId, what: 'codesNew' })
        return replaceRecoveryCodes(tx, userId)
      })
      noteChange(call, 'recovery codes renewed')
      return { recoveryCodes }
    }),

    route(calls.startPasskey, async (call) => {
      await withPassword(call, call.body.password)
      const { _id: id, email, name } = await requireUser(services, call.user.id)
      const options = await creationOptions(config, { id, email, name }, await listPasskeys(db, id))
      const account = { id, token_version: 0 }
      await insertSignInTicket(db, { purpose: 'new passkey', account, challenge: options.challenge })
      return options
    }),

    route(calls.addPasskey, async (call) => {
      const { response, name } = call.body
      const userId = call.user.id
      const challenge = await takeChallenge(db, userId)
      const verified = challenge === undefined ? undefined : await verifyNew(config, response, challenge)
      if (!verified) throw passkeyInvalid()
      const transports = JSON.stringify(response.response.transports ?? [])
      const stored = await db.transaction().execute(async (tx) => {
        const { totp, passkeys } = await countFactors(tx, userId)
        const passkey = await insertPasskey(tx, userId, { ...verified, transports, name })
        if (!passkey) throw conflict('LIMIT_REACHED', m.security_passkey_limit())
        await jobs.add(tx, 'account safety mail', { userId, what: 'passkeyAdded' })
        const isFirst = !totp && passkeys === 0
        return { passkey, recoveryCodes: isFirst ? await replaceRecoveryCodes(tx, userId) : undefined }
      })
      noteChange(call, 'passkey added')
      const { passkey, recoveryCodes } = stored
      return {
        _id: passkey.id,
        name: passkey.name,
        createdAt: passkey.created_at,
        ...(recoveryCodes && { recoveryCodes }),
      }
    }),

    route(calls.removePasskey, {
      find: async ({ params, user }) => {
        const passkeys = await listPasskeys(db, user.id)
        if (!passkeys.some(({ id }) => id === params.id)) throw notFound()
      },
      handle: async (call) => {
        const { id } = call.params
        const userId = call.user.id
        await withPassword(call, call.body.password)
        await db.transaction().execute(async (tx) => {
          if (!(await deletePasskey(tx, userId, id))) throw notFound()
          await deleteUnneededCodes(tx, userId)
          await jobs.add(tx, 'account safety mail', { userId, what: 'passkeyRemoved' })
        })
        noteChange(call, 'passkey removed')
        return { message: m.security_passkey_removed(), _id: id }
      },
    }),
  ]
}

export const passkeyInvalid = () => new ApiError(400, 'PASSKEY_INVALID', m.security_passkey_invalid())
