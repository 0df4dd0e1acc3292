import { randomBytes } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import * as calls from '#contract/openid.ts'
import { m } from '#contract/texts.ts'
import type { Role } from '#contract/users.ts'
import { LIMITS, email as newEmail, text } from '#contract/values.ts'
import { route } from '../http/route.ts'
import type { Tx } from '../lib/db.ts'
import { ApiError, conflict, invalid, notFound } from '../lib/errors.ts'
import { fairnessKeyOf, hashPassword } from '../lib/passwords.ts'
import { requireNoSanction } from '../moderation/sanctions.ts'
import type { Services } from '../services.ts'
import { isEmailFree } from '../users/email.queries.ts'
import { requirePassword } from '../users/require-password.ts'
import { hasJustSignedIn } from '../users/sessions.queries.ts'
import { signIn } from '../users/sign-in.ts'
import { findAccount, requireSecondFactor } from '../users/sign-in-second.routes.ts'
import { insertUser } from '../users/users.queries.ts'
import * as queries from './identities.queries.ts'
import { type Claims, createProviders, providersOf } from './providers.ts'
import { withOutages } from './with-outages.ts'

/** Sign-in with the providers of the settings (ACCT-03). */
export const openIdRoutes = (services: Services) => {
  const { config, db, jobs } = services
  const providers = withOutages(createProviders(config), services.outages)

  function requireProvider(id: calls.ProviderId) {
    const client = providers.find(id)
    if (!client) throw notFound()
    return client
  }
  type Client = ReturnType<typeof requireProvider>

  /** The account of this identity: linked before, matched by a confirmed e-mail, or new. */
  async function findOrOpen(
    client: Client,
    { claims, role }: { claims: Claims; role: Role },
    { address, log }: { address: string; log: FastifyBaseLogger },
  ): Promise<string> {
    const known = await queries.findUserOf(db, claims)
    if (known) return known
    const email = newEmail().safeParse(claims.email).data
    if (email === undefined) throw failed(m.openid_no_email({ provider: client.name }))
    // A random password, replaced by a reset. Always hashed, so that the response time reveals no account.
    const password_hash = await hashPassword(
      randomBytes(32).toString('base64url'),
      fairnessKeyOf(address, email),
    )
    const { id, isNew } = await db.transaction().execute(async (tx) => {
      const account = await tx
        .selectFrom('users')
        .select(['id', 'unconfirmed_at', 'deactivated_at', 'suspended_until', 'banned_at'])
        .where('email', '=', email)
        .executeTakeFirst()
      const user = account?.id ?? (await openAccount(tx, { claims, email, role, password_hash }))
      const isActive =
        account === undefined ||
        account.deactivated_at === null ||
        account.suspended_until !== null ||
        account.banned_at !== null
      const isSame = account === undefined || (claims.isVerified && account.unconfirmed_at === null)
      if (user === undefined || !isActive || !isSame) throw accountExists(client)
      await join(tx, user, client, claims)
      if (account) await jobs.add(tx, 'account safety mail', { userId: user, what: 'identityAdded' })
      return { id: user, isNew: account === undefined }
    })
    jobs.wake()
    if (isNew) log.info({ event: 'registered', userId: id, role, address }, 'activity')
    return id
  }

  async function openAccount(
    tx: Tx,
    {
      claims,
      email,
      role,
      password_hash,
    }: { claims: Claims; email: string; role: Role; password_hash: string },
  ): Promise<string | undefined> {
    if (!(await isEmailFree(tx, email))) return undefined
    const name = nameIn(claims.name) || email.slice(0, email.indexOf('@'))
    const user = { name, surname: nameIn(claims.surname), email, role, password_hash }
    const id = await insertUser(tx, user)
    if (id === undefined) return undefined
    if (claims.isVerified) {
      await tx.updateTable('users').set({ unconfirmed_at: null }).where('id', '=', id).execute()
    } else await jobs.add(tx, 'confirm mail', { userId: id })
    return id
  }

  async function join(tx: Tx, userId: string, client: Client, claims: Claims): Promise<void> {
    if ((await queries.countIdentities(tx, userId)) >= queries.MAX_IDENTITIES)
      throw conflict('LIMIT_REACHED', m.openid_too_many())
    if (!(await queries.insertIdentity(tx, userId, client.id, claims))) throw accountExists(client)
  }

  async function joinToCaller(userId: string, client: Client, claims: Claims): Promise<void> {
    const owner = await queries.findUserOf(db, claims)
    if (owner === userId) return
    if (owner !== undefined) throw conflict('ACCOUNT_EXISTS', m.openid_taken({ provider: client.name }))
    await db.transaction().execute(async (tx) => {
      await join(tx, userId, client, claims)
      await jobs.add(tx, 'account safety mail', { userId, what: 'identityAdded' })
    })
    jobs.wake()
  }

  return [
    route(calls.listProviders, async () => providersOf(config)),

    route(calls.startOpenId, {
      find: async ({ params }) => requireProvider(params.id),
      handle: async ({ found, body, user, address, log }) => {
        // Access to an unlocked device must not give somebody else a permanent sign-in.
        if (user && (body.password !== undefined || !(await hasJustSignedIn(db, user.sessionId)))) {
          const { password } = body
          if (password === undefined) throw invalid({ password: m.settings_current_required() })
          await requirePassword(services, { userId: user.id, password, field: 'password', address, log })
        }
        const started = await providers.start(found).catch((error: unknown) => {
          log.warn({ event: 'provider failed', provider: found.id, reason: reasonOf(error) }, 'security')
          throw failed(m.openid_unreachable({ provider: found.name }))
        })
        const { url, ...secrets } = started
        const flow = await queries.insertFlow(db, {
          ...secrets,
          provider: found.id,
          role: body.role,
          userId: user?.id,
        })
        return { url, flow }
      },
    }),

    route(calls.finishOpenId, {
      find: async ({ params }) => requireProvider(params.id),
      handle: async ({ found, body, user, address, log, request }) => {
        const flow = await queries.takeFlow(db, found.id, body.flow)
        if (!flow || flow.user_id !== (user?.id ?? null)) throw failed(m.openid_expired())
        const claims = await providers.finish(found, body, flow).catch((error: unknown) => {
          log.warn(
            { event: 'provider failed', provider: found.id, reason: reasonOf(error), address },
            'security',
          )
          throw failed(m.openid_failed({ provider: found.name }))
        })
        if (user) {
          await joinToCaller(user.id, found, claims)
          log.info({ event: 'identity connected', userId: user.id, provider: found.id, address }, 'security')
          // The session continues.
          const token = request.headers.authorization?.replace(/^Bearer\s+/i, '') ?? ''
          return { token, device: body.device ?? '' }
        }
        const account = await findAccount(
          services,
          await findOrOpen(found, { claims, role: flow.role }, { address, log }),
        )
        if (!account) throw failed(m.openid_failed({ provider: found.name }))
        await requireNoSanction(services, account)
        await requireSecondFactor(services, account)
        return signIn(services, account, { proofs: body.device, address, log, request })
      },
    }),

    route(calls.listIdentities, ({ user }) => queries.listIdentities(db, user.id)),

    route(calls.removeIdentity, async ({ params, user, address, log }) => {
      await db.transaction().execute(async (tx) => {
        if (!(await queries.deleteIdentity(tx, user.id, params.id))) throw notFound()
        await jobs.add(tx, 'account safety mail', { userId: user.id, what: 'identityRemoved' })
      })
      jobs.wake()
      log.info({ event: 'identity removed', userId: user.id, address }, 'security')
      return { message: m.openid_removed(), _id: params.id }
    }),
  ]
}

const failed = (message: string) => new ApiError(400, 'OIDC_FAILED', message)
const accountExists = ({ name }: { name: string }) =>
  conflict('ACCOUNT_EXISTS', m.openid_account_exists({ provider: name }))

/** The error of the library or the network, without content from the provider. */
const reasonOf = (error: unknown): string =>
  error instanceof Error ? `${error.name} ${(error as { code?: unknown }).code ?? ''}`.trim() : 'unknown'

const Name = text(LIMITS.name)

/** A valid name for storage, or ''. */
const nameIn = (given: string): string => Name.safeParse(given).data ?? ''
