import type { SettingsSummary } from '#contract/settings.ts'
import { countBlocks } from '../blocks/blocks.queries.ts'
import type { Db } from '../lib/db.ts'
import { readSettings } from '../notifications/settings.queries.ts'
import { VERIFIED_COLUMNS, verifiedOf } from '../recruiters/verified.ts'
import { countFactors } from './second-factor.queries.ts'
import { countOpenSessions } from './sessions.queries.ts'

export async function readSettingsSummary(db: Db, userId: string): Promise<SettingsSummary> {
  const { totp, passkeys } = await countFactors(db, userId)
  const { kinds, quiet } = await readSettings(db, userId)
  const user = await db
    .selectFrom('users')
    .select(VERIFIED_COLUMNS)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return {
    secondFactor: totp || passkeys > 0,
    sessions: await countOpenSessions(db, userId),
    blocked: await countBlocks(db, userId),
    mailTypes: Object.entries(kinds).flatMap(([type, { mail }]) => (mail === 'never' ? [] : [Number(type)])),
    quiet,
    domain: verifiedOf(user)?.domain ?? null,
  }
}
