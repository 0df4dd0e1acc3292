import { m } from '#contract/texts.ts'
import { checkResetLink, forgotPassword, resetPassword } from '#contract/users.ts'
import { route } from '../http/route.ts'
import { ApiError } from '../lib/errors.ts'
import { LIMIT_RULES, networkOf } from '../lib/limits.ts'
import { fairnessKeyOf, hashPassword } from '../lib/passwords.ts'
import type { Services } from '../services.ts'
import { checkCommonPassword } from './common-passwords.ts'
import { replacePassword } from './password.queries.ts'
import { isResetToken, takeResetToken } from './reset.queries.ts'

export const resetRoutes = ({ config, db, devices, jobs, limits, realtime }: Services) => {
  /** Counts invalid links only: the valid one always works for the owner (X7). */
  async function isValidLink({ params, address }: { params: { token: string }; address: string }) {
    const isValid = await isResetToken(db, params.token)
    if (!isValid) await limits.take(LIMIT_RULES.reset, address)
    return isValid
  }

  return [
    // The account is looked up after the response: equal work for every address (A7).
    route(forgotPassword, {
      handle: async ({ body: { email, device }, address }) => {
        const knownDevice = devices.find(device, email)
        await limits.take(LIMIT_RULES.forgotEmail, `${email} ${knownDevice ?? networkOf(address)}`)
        // Beyond the limit of mails caused by strangers none is sent: the link of the newest one is valid until then.
        const isMailed =
          knownDevice !== undefined || (await limits.consume(LIMIT_RULES.forgotMails, email)).allowed
        if (isMailed) {
          await jobs.add(db, 'reset mail', { email })
          jobs.wake()
        }
        return { message: m.auth_mail_sent() }
      },
    }),

    route(checkResetLink, { find: isValidLink, handle: async ({ found: valid }) => ({ valid }) }),

    route(resetPassword, {
      find: isValidLink,
      handle: async ({ params, body, found: isValid, address, log }) => {
        if (!isValid) throw resetInvalid()
        checkCommonPassword(config, log, { password: body.password, field: 'password' })
        const passwordHash = await hashPassword(body.password, fairnessKeyOf(address, params.token))
        const userId = await db.transaction().execute(async (tx) => {
          const id = await takeResetToken(tx, params.token)
          const isChanged = id !== undefined && (await replacePassword(tx, id, passwordHash)) !== undefined
          if (!isChanged) throw resetInvalid()
          await jobs.add(tx, 'password changed mail', { userId: id })
          return id
        })
        log.info({ event: 'password reset', userId, address }, 'security')
        await realtime.endAllSessions(userId)
        jobs.wake()
        return { msg: m.auth_password_updated() }
      },
    }),
  ]
}

const resetInvalid = () => new ApiError(400, 'RESET_TOKEN_INVALID', m.auth_reset_invalid())
