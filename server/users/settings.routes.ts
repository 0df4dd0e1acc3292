import {
  changePassword,
  deactivateAccount,
  getSettings,
  getSettingsSummary,
  updateLanguage,
  updateSettings,
} from '#contract/settings.ts'
import { m } from '#contract/texts.ts'
import { route } from '../http/route.ts'
import { conflict, invalid } from '../lib/errors.ts'
import { setChosenLocale } from '../lib/locale.ts'
import { hashPassword } from '../lib/passwords.ts'
import type { Services } from '../services.ts'
import { clientOf } from './client-names.ts'
import { checkCommonPassword } from './common-passwords.ts'
import { deactivate } from './deactivation.ts'
import { replacePassword } from './password.queries.ts'
import { updateProfile } from './profile.writes.ts'
import { requirePassword } from './require-password.ts'
import { readSettingsSummary } from './settings-summary.queries.ts'
import { personMapping } from './users.mapping.ts'
import { insertSession, requireUser } from './users.queries.ts'
import { syncVisibilityInCall } from './visibility.ts'

export const settingsRoutes = ({ bus, changes, config, db, jobs, limits, realtime, tokens }: Services) => [
  route(getSettings, ({ user }) => requireUser({ db, config }, user.id)),

  route(getSettingsSummary, ({ user }) => readSettingsSummary(db, user.id)),

  route(updateSettings, async ({ body, user }) => {
    const { name, surname, phone, birthDate, role } = body
    const location = role?.[user.role]?.location
    const columns = {
      ...personMapping.write({ name, surname, phone, birthDate }),
      ...(location !== undefined && { location }),
    }
    await db.transaction().execute((tx) => updateProfile(tx, user.id, columns, { mayClear: true }))
    jobs.wake()
    return { message: m.settings_updated(), user: await requireUser({ db, config }, user.id) }
  }),

  route(updateLanguage, async ({ body, user }) => {
    await db.updateTable('users').set({ language: body.language }).where('id', '=', user.id).execute()
    setChosenLocale(body.language)
    return { message: m.settings_updated(), user: await requireUser({ db, config }, user.id) }
  }),

  route(changePassword, async ({ body, user, address, log, request }) => {
    const given = { userId: user.id, password: body.oldPassword, field: 'oldPassword', address, log }
    const former = await requirePassword({ db, limits }, given)
    if (body.newPassword === body.oldPassword) throw invalid({ newPassword: m.settings_same_as_old() })
    checkCommonPassword(config, log, { password: body.newPassword, field: 'newPassword' })

    const passwordHash = await hashPassword(body.newPassword, user.id)
    const signIn = await db.transaction().execute(async (tx) => {
      const tv = await replacePassword(tx, user.id, passwordHash, former)
      if (tv === undefined) throw conflict('CONFLICT', m.general_conflict())
      await jobs.add(tx, 'password changed mail', { userId: user.id })
      return { tv, sid: await insertSession(tx, user.id, clientOf(request)) }
    })
    log.info({ event: 'password changed', userId: user.id, address }, 'security')
    await realtime.endAllSessions(user.id)
    jobs.wake()
    const token = await tokens.sign({ id: user.id, role: user.role, ...signIn })
    return { message: m.settings_password_changed(), token }
  }),

  route(deactivateAccount, async ({ user, address, log }) => {
    await db.transaction().execute((tx) => deactivate(tx, user.id))
    log.info({ event: 'deactivated', userId: user.id, address }, 'security')
    await realtime.endAllSessions(user.id)
    await syncVisibilityInCall({ db, bus, changes }, user.id)
    return { message: m.settings_deactivated() }
  }),
]
