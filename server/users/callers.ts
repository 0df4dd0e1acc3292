import type { Caller } from '../http/route.ts'
import { prepared } from '../lib/prepared.ts'
import type { Claims } from '../lib/tokens.ts'
import type { Services } from '../services.ts'
import { recordLastUse } from './sessions.queries.ts'

/** The caller of an `Authorization` header: a valid token, an active account and session; else undefined (A5). */
export async function findCaller(
  services: Pick<Services, 'db' | 'tokens'>,
  authorization: string | undefined,
): Promise<Caller | undefined> {
  const [, token] = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/.exec(authorization ?? '') ?? []
  if (token === undefined) return undefined
  const claims = await services.tokens.read(token)
  return claims && findCallerByClaims(services.db, claims)
}

/** The role is that of the stored account, not of the token (decision 26). */
export async function findCallerByClaims(db: Services['db'], claims: Claims): Promise<Caller | undefined> {
  const [row] = await findActive(db, { id: claims.id, sid: claims.sid, tv: claims.tv })
  if (!row) return undefined
  const { id, role, name, surname, language, unconfirmed_at, last_seen_at } = row
  recordLastUse(db, claims.sid, last_seen_at)
  const isConfirmed = unconfirmed_at === null
  return { id, role, name, surname, language, sessionId: claims.sid, isConfirmed }
}

const findActive = prepared((db, { id, sid, tv }: { id: string; sid: string; tv: number }) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'users.id',
      'users.role',
      'users.name',
      'users.surname',
      'users.language',
      'users.unconfirmed_at',
      'sessions.last_seen_at',
    ])
    .where('sessions.id', '=', sid)
    .where('sessions.ended_at', 'is', null)
    .where('users.id', '=', id)
    .where('users.token_version', '=', tv)
    .where('users.deactivated_at', 'is', null),
)
