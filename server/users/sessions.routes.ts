import { endOtherSessions, endSession, listSessions } from '#contract/sessions.ts'
import { m } from '#contract/texts.ts'
import { route } from '../http/route.ts'
import { notFound } from '../lib/errors.ts'
import type { Services } from '../services.ts'
import { deviceWords } from './client-names.ts'
import * as queries from './sessions.queries.ts'

export const sessionRoutes = ({ db, realtime }: Services) => [
  route(listSessions, async ({ query, user }) => {
    const { rows, total } = await queries.listOpenSessions(db, user.id, query)
    const items = rows.map((row) => ({
      _id: row.id,
      device: deviceWords(row),
      createdAt: row.created_at,
      lastSeenAt: row.last_seen_at ?? row.created_at,
      current: row.id === user.sessionId,
    }))
    return { items, total }
  }),

  route(endSession, async ({ params, user, address, log }) => {
    if (!(await queries.endSession(db, user.id, params.id))) throw notFound()
    await realtime.endSession(user.id, params.id)
    log.info({ event: 'session ended', userId: user.id, address }, 'security')
    return { message: m.security_session_ended(), _id: params.id }
  }),

  route(endOtherSessions, async ({ user, address, log }) => {
    await queries.endOtherSessions(db, user.id, user.sessionId)
    await realtime.endOtherSessions(user.id, user.sessionId)
    log.info({ event: 'other sessions ended', userId: user.id, address }, 'security')
    return { message: m.security_others_ended() }
  }),
]
