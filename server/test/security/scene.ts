import { SignJWT } from 'jose'
import { insertBlock } from '../../blocks/blocks.queries.ts'
import { experienceQueries, studyQueries } from '../../careers/careers.queries.ts'
import { newId, now } from '../../lib/ids.ts'
import { insertMessages } from '../../messages/sending.queries.ts'
import { addModerator } from '../../moderation/moderators.ts'
import { sanction } from '../../moderation/sanctions.ts'
import { deactivate } from '../../users/deactivation.ts'
import {
  buildApplication,
  buildDeveloper,
  buildOffer,
  buildRecruiter,
  buildReport,
  type Person,
} from '../builders.ts'
import { linkRepository, type startRepositoryHost } from '../repository-host.ts'
import type { TestServer } from '../server.ts'

export const JWT_SECRET = 'a secret that only the security tests know'

export type Scene = Awaited<ReturnType<typeof buildScene>>
/** The callers; the moderator and the one blocked by all others are developers, those of the second list visitors. */
export const CALLERS = ['dev', 'otherDev', 'rec', 'otherRec', 'moderator', 'blocked'] as const
export const UNAUTHENTICATED = [
  'visitor',
  'malformed',
  'expired',
  'revoked',
  'deactivated',
  'suspended',
  'banned',
] as const
export type CallerName = (typeof CALLERS)[number] | (typeof UNAUTHENTICATED)[number]

type Host = Awaited<ReturnType<typeof startRepositoryHost>>

/**
 * A small world: `dev` owns a project, an experience and a study, and has applied to the offer of `rec`. The
 * others own nothing of it, and one of them has reported
 * the offer to `moderator`. Each scene is new, so that a call may destroy it.
 */
export async function buildScene(server: TestServer, host: Host) {
  const [dev, otherDev] = [await buildDeveloper(server), await buildDeveloper(server)]
  const [rec, otherRec] = [await buildRecruiter(server), await buildRecruiter(server)]
  const { params, projectId: project, path, tree } = await linkRepository(server, host, dev)
  host.has(tree, { sha: 'x', truncated: false, tree: [{ path: 'README.md', type: 'blob' }] })
  host.has(`${path}/languages`, { TypeScript: 1 })
  const offer = await buildOffer(server, rec)
  const application = await buildApplication(server, offer, dev, { coverLetter: 'Hola, me interesa.' })
  const month = { startDate: '2020-01', endDate: null }
  const [experience, study] = await server.db
    .transaction()
    .execute(async (tx) => [
      await experienceQueries.insert(tx, dev.id, { company: 'Faro', position: 'Keeper', ...month }),
      await studyQueries.insert(tx, dev.id, { degree: 'Light', instituteName: 'USC', ...month }),
    ])
  const [message] = await server.db.transaction().execute(async (tx) => {
    const draft = { text: 'Hola', image: '', clientId: null, contentHash: null }
    return (await insertMessages(tx, [{ senderId: rec.id, receiverId: dev.id, ...draft }])).messages
  })
  // A person blocked by everybody sees no difference: the same as for any other developer.
  const blocked = await buildDeveloper(server)
  await server.db.transaction().execute(async (tx) => {
    for (const { id } of [dev, otherDev, rec, otherRec]) await insertBlock(tx, id, blocked.id)
  })
  const moderator = await buildDeveloper(server)
  await addModerator(server.db, moderator.id)
  const report = await buildReport(server, offer, otherDev)
  const ticket = newId()
  const sent = {
    name: 'Ana',
    email: 'ana@example.com',
    category: 'bug',
    subject: 'Hola',
    message: 'Hola',
  } as const
  await server.db
    .insertInto('tickets')
    .values({ ...sent, id: ticket, user_id: null, created_at: now() })
    .execute()
  const announcement = await replaceAnnouncement(server, moderator.id)
  const job = await insertFailedJob(server)
  const handle = `dev-${dev.id.slice(-12)}`
  await server.db.insertInto('handles').values({ handle, user_id: dev.id, taken_at: now() }).execute()
  const reportable = [
    { kind: 'offer', id: offer },
    { kind: 'project', id: project },
    ...[dev, rec, otherDev, otherRec, blocked].map(({ id }) => ({ kind: 'user', id })),
  ]
  return {
    ...{
      dev,
      otherDev,
      rec,
      otherRec,
      moderator,
      blocked,
      message: message?.id ?? '',
      project,
      offer,
      application,
      experience,
      study,
    },
    ...{ repository: params, report, reportable, ticket, announcement, job, handle },
  }
}

/** Of a deleted ticket, so that its retry does nothing. */
export async function insertFailedJob({ db }: TestServer): Promise<string> {
  const payload = JSON.stringify({ ticketId: newId() })
  const row = { id: newId(), kind: 'ticket mail', payload, run_at: now(), failed_at: now() }
  await db.insertInto('jobs').values(row).execute()
  return row.id
}

/** One at a time, however many scenes a server has. */
export async function replaceAnnouncement({ db }: TestServer, moderatorId: string): Promise<string> {
  await db.deleteFrom('announcements').execute()
  const row = { id: newId(), text: 'Hola', moderator_id: moderatorId, created_at: now() }
  await db.insertInto('announcements').values(row).execute()
  return row.id
}

/** `Authorization` of each caller. UNAUTHENTICATED are former owners, or never existed. */
export async function tokensOf(
  server: TestServer,
  { dev, otherDev, rec, otherRec, moderator, blocked }: Scene,
  role: Role,
) {
  const build = role === 'developer' ? buildDeveloper : buildRecruiter
  const [revoked, deactivated, suspended, banned] = [
    await build(server),
    await build(server),
    await build(server),
    await build(server),
  ]
  await server.db
    .updateTable('sessions')
    .set({ ended_at: new Date().toISOString() })
    .where('user_id', '=', revoked.id)
    .execute()
  await server.db.transaction().execute(async (tx) => {
    await deactivate(tx, deactivated.id)
    await sanction(tx, suspended.id, '2099-01-01T00:00:00.000Z')
    await sanction(tx, banned.id, null)
  })
  const owner = role === 'developer' ? dev : rec
  return {
    dev: dev.token,
    otherDev: otherDev.token,
    rec: rec.token,
    otherRec: otherRec.token,
    moderator: moderator.token,
    blocked: blocked.token,
    visitor: undefined,
    malformed: `${owner.token.slice(0, -4)}AAAA`,
    expired: await expiredTokenOf(owner),
    revoked: revoked.token,
    deactivated: deactivated.token,
    suspended: suspended.token,
    banned: banned.token,
  } satisfies Record<CallerName, string | undefined>
}

export type Role = 'developer' | 'recruiter'

/** This person's token, as it was before it ended. */
export function expiredTokenOf(person: Person): Promise<string> {
  const [, payload = ''] = person.token.split('.')
  const claims: Record<string, unknown> = JSON.parse(Buffer.from(payload, 'base64url').toString())
  return new SignJWT({ ...claims, iat: 1, exp: 2 })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(JWT_SECRET))
}
