import * as calls from '#contract/second-factor.ts'
import { m } from '#contract/texts.ts'
import type { Role } from '#contract/users.ts'
import { route } from '../http/route.ts'
import { ApiError } from '../lib/errors.ts'
import { requireNoSanction } from '../moderation/sanctions.ts'
import type { Services } from '../services.ts'
import { findPasskey, listPasskeys, recordPasskeyUse } from './passkeys.queries.ts'
import { requestOptions, verifyAssertion } from './passkeys.ts'
import { listMethods, takeCode } from './second-factor.queries.ts'
import { passkeyInvalid, requireCorrectCode } from './second-factor.routes.ts'
import { signIn } from './sign-in.ts'
import { countSignInTicketAttempt, insertSignInTicket, takeSignInTicket } from './sign-in-tickets.queries.ts'

/** After the right first factor: throws 401 `SECOND_FACTOR` with a ticket, if the account has a second one (ACCT-02). */
export async function requireSecondFactor(
  { config, db }: Pick<Services, 'config' | 'db'>,
  account: { id: string; token_version: number },
): Promise<void> {
  const methods = await listMethods(db, account.id)
  if (methods.length === 0) return
  const options = methods.includes('passkey')
    ? await requestOptions(config, await listPasskeys(db, account.id))
    : undefined
  const ticket = await insertSignInTicket(db, { purpose: 'second', account, challenge: options?.challenge })
  throw new ApiError(401, 'SECOND_FACTOR', m.security_second_needed(), {
    secondFactor: { ticket, methods, ...(options && { options }) },
  })
}

export const secondSignInRoutes = (services: Services) => {
  const { config, db, secretBox } = services

  return [
    route(calls.loginSecond, async ({ body, address, log, request }) => {
      const tried = await countSignInTicketAttempt(db, 'second', body.ticket)
      const account = tried?.user_id && (await findAccount(services, tried.user_id, tried.token_version))
      if (!tried || !account) throw ticketInvalid()
      if (body.response) {
        const passkey = await findPasskey(db, body.response.id, account.id)
        const given = { response: body.response, challenge: tried.challenge ?? '', isAlone: false }
        const counter = passkey && (await verifyAssertion(config, { ...given, passkey }))
        if (!passkey || counter === undefined) {
          log.warn({ event: 'second factor failed', userId: account.id, address }, 'security')
          throw passkeyInvalid()
        }
        if (!(await takeSignInTicket(db, tried.ticket_hash))) throw ticketInvalid()
        await recordPasskeyUse(db, passkey.id, counter)
      } else {
        const code = body.code ?? ''
        const result = await db.transaction().execute(async (tx) => {
          const taken = await takeCode(tx, secretBox, { userId: account.id, code })
          // Rolls back, so that a code is not consumed with a ticket used by a concurrent call.
          if (taken === 'right' && !(await takeSignInTicket(tx, tried.ticket_hash))) throw ticketInvalid()
          return taken
        })
        if (result !== 'right')
          log.warn({ event: 'second factor failed', userId: account.id, address }, 'security')
        requireCorrectCode(result)
      }
      await requireNoSanction(services, account)
      return signIn(services, account, { proofs: body.device, address, log, request })
    }),

    route(calls.startPasskeyLogin, async () => {
      const options = await requestOptions(config)
      return {
        ticket: await insertSignInTicket(db, { purpose: 'passkey', challenge: options.challenge }),
        options,
      }
    }),

    route(calls.loginWithPasskey, async ({ body: { ticket, response, device }, address, log, request }) => {
      const tried = await countSignInTicketAttempt(db, 'passkey', ticket)
      if (!tried) throw ticketInvalid()
      const passkey = await findPasskey(db, response.id)
      const given = { response, challenge: tried.challenge ?? '', isAlone: true }
      const counter = passkey && (await verifyAssertion(config, { ...given, passkey }))
      const account = passkey && (await findAccount(services, passkey.user_id))
      if (!passkey || counter === undefined || !account) {
        log.warn({ event: 'passkey failed', userId: account?.id, address }, 'security')
        throw passkeyInvalid()
      }
      if (!(await takeSignInTicket(db, tried.ticket_hash))) throw ticketInvalid()
      await recordPasskeyUse(db, passkey.id, counter)
      await requireNoSanction(services, account)
      return signIn(services, account, { proofs: device, address, log, request })
    }),
  ]
}

type Account = {
  id: string
  email: string
  role: Role
  token_version: number
  suspended_until: string | null
  banned_at: string | null
}

/** An active, suspended or banned account; a reset invalidates earlier tickets. */
export async function findAccount(
  { db }: Pick<Services, 'db'>,
  id: string,
  tokenVersion?: number | null,
): Promise<Account | undefined> {
  const account = await db
    .selectFrom('users')
    .select(['id', 'email', 'role', 'token_version', 'suspended_until', 'banned_at'])
    .where('id', '=', id)
    .where(({ or, eb }) =>
      or([
        eb('deactivated_at', 'is', null),
        eb('suspended_until', 'is not', null),
        eb('banned_at', 'is not', null),
      ]),
    )
    .executeTakeFirst()
  return tokenVersion === undefined || account?.token_version === tokenVersion ? account : undefined
}

const ticketInvalid = () => new ApiError(400, 'TOKEN_INVALID', m.security_ticket_invalid())
