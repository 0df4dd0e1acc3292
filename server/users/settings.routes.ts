import { changePassword, deactivateAccount, getSettings, updateSettings } from '#contract/settings.ts'
import { texts } from '#contract/texts.ts'
import { route } from '../http/route.ts'
import { ApiError, conflict, invalid, unauthenticated } from '../lib/errors.ts'
import { createKeyedMutex } from '../lib/keyed-mutex.ts'
import { LIMIT_RULES } from '../lib/limits.ts'
import { hashPassword, verifyPassword } from '../lib/passwords.ts'
import type { Services } from '../services.ts'
import { checkCommonPassword } from './common-passwords.ts'
import { deactivate } from './deactivation.ts'
import { hideWork } from './hidden-work.ts'
import { findPasswordHash, replacePassword } from './password.queries.ts'
import { updateProfile } from './profile.writes.ts'
import { personMapping } from './users.mapping.ts'
import { insertSession, requireUser } from './users.queries.ts'

const inTurn = createKeyedMutex()

export const settingsRoutes = ({ config, db, jobs, limits, realtime, tokens }: Services) => [
  route(getSettings, ({ user }) => requireUser(db, user.id)),

  route(updateSettings, async ({ body, user }) => {
    const { name, surname, phone, birthDate, role } = body
    const location = role?.[user.role]?.location
    const columns = {
      ...personMapping.write({ name, surname, phone, birthDate }),
      ...(location !== undefined && { location }),
    }
    await db.transaction().execute((tx) => updateProfile(tx, user.id, columns, { mayClear: true }))
    jobs.wake()
    return { message: texts.settings.updated, user: await requireUser(db, user.id) }
  }),

  route(changePassword, async ({ body, user, address, log }) => {
    // Without the lock, concurrent guesses would all pass before the first is counted (A8).
    const account = await inTurn(user.id, async () => {
      await limits.check(LIMIT_RULES.wrongOldPassword, user.id)
      const found = await findPasswordHash(db, user.id)
      if (!found) throw unauthenticated()
      if (await verifyPassword(found.password_hash, body.oldPassword, user.id)) return found
      await limits.consume(LIMIT_RULES.wrongOldPassword, user.id)
      log.warn({ event: 'wrong old password', userId: user.id, address }, 'security')
      const fields = { oldPassword: texts.settings.currentWrong }
      throw new ApiError(400, 'WRONG_PASSWORD', texts.settings.currentWrong, { fields })
    })
    if (body.newPassword === body.oldPassword) throw invalid({ newPassword: texts.settings.sameAsOld })
    checkCommonPassword(config, log, { password: body.newPassword, field: 'newPassword' })

    const passwordHash = await hashPassword(body.newPassword, user.id)
    const signIn = await db.transaction().execute(async (tx) => {
      const tv = await replacePassword(tx, user.id, passwordHash, account.password_hash)
      if (tv === undefined) throw conflict('CONFLICT', texts.general.conflict)
      await jobs.add(tx, 'password changed mail', { userId: user.id })
      return { tv, sid: await insertSession(tx, user.id) }
    })
    log.info({ event: 'password changed', userId: user.id, address }, 'security')
    await realtime.endAllSessions(user.id)
    jobs.wake()
    const token = await tokens.sign({ id: user.id, role: user.role, ...signIn })
    return { message: texts.settings.passwordChanged, token }
  }),

  route(deactivateAccount, async ({ user, address, log }) => {
    const events = await db.transaction().execute((tx) => deactivate(tx, user.id))
    await hideWork(db, user.id)
    log.info({ event: 'deactivated', userId: user.id, address }, 'security')
    realtime.notify(events)
    await realtime.endAllSessions(user.id)
    return { message: texts.settings.deactivated }
  }),
]
