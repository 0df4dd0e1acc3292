import { texts } from '#contract/texts.ts'
import { forgotPassword, resetPassword } from '#contract/users.ts'
import { route } from '../http/route.ts'
import { ApiError } from '../lib/errors.ts'
import { LIMIT_RULES } from '../lib/limits.ts'
import { hashPassword } from '../lib/passwords.ts'
import type { Services } from '../services.ts'
import { checkCommonPassword } from './common-passwords.ts'
import { replacePassword } from './password.queries.ts'
import { isResetToken, takeResetToken } from './reset.queries.ts'

export const resetRoutes = ({ config, db, jobs, limits, realtime }: Services) => [
  // The account is looked up after the response: equal work for every address (A7).
  route(forgotPassword, {
    handle: async ({ body }) => {
      await limits.take(LIMIT_RULES.forgotEmail, body.email)
      await jobs.add(db, 'reset mail', { email: body.email })
      jobs.wake()
      return { message: texts.auth.mailSent }
    },
  }),

  route(resetPassword, {
    handle: async ({ params, body, address, log }) => {
      if (!(await isResetToken(db, params.token))) throw resetInvalid()
      checkCommonPassword(config, log, { password: body.password, field: 'password' })
      const passwordHash = await hashPassword(body.password)
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
      return { msg: texts.auth.passwordUpdated }
    },
  }),
]

const resetInvalid = () => new ApiError(400, 'RESET_TOKEN_INVALID', texts.auth.resetInvalid)
