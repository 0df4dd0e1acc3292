import { TOTP } from 'otpauth'
import type { Email } from 'postal-mime'
import { confirmTotp, startTotp } from '#contract/second-factor.ts'
import { startVerification } from '#contract/verification.ts'
import { newId, now } from '../../lib/ids.ts'
import { PASSWORD } from '../builders.ts'
import { allMails, mailsTo } from '../outbox.ts'
import type { TestServer } from '../server.ts'
import type { Scene } from './scene.ts'

export const PROOF_ADDRESS = 'canary.proof@faro.test'

/**
 * Secrets of accounts to search for: `rec` has an authenticator app and proves a domain by mail, `dev` has an account at a
 * provider, and all blocks of the scene began at one time.
 */
export async function plantSecrets(server: TestServer, { dev, rec }: Scene) {
  const { secret } = (await server.call(startTotp, { body: { password: PASSWORD }, as: rec })).body
  const code = new TOTP({ secret }).generate()
  const { recoveryCodes } = (await server.call(confirmTotp, { body: { code }, as: rec })).body

  await server.call(startVerification, {
    as: rec,
    body: { domain: 'faro.test', by: 'mail', address: PROOF_ADDRESS },
  })
  const mails = await mailsTo(server, PROOF_ADDRESS)
  const { code_hash } = await server.db
    .selectFrom('verifications')
    .select('code_hash')
    .where('user_id', '=', rec.id)
    .executeTakeFirstOrThrow()

  const identity = {
    issuer: 'canary-issuer',
    subject: 'canary-subject',
    email: 'canary.identity@example.com',
  }
  const joined = { user_id: dev.id, provider: 'oidc' as const, created_at: now(), last_used_at: now() }
  await server.db
    .insertInto('identities')
    .values({ id: newId(), ...joined, ...identity })
    .execute()
  await server.db.updateTable('blocks').set({ created_at: '2001-03-04T05:06:07.891Z' }).execute()
  const { id: session } = await server.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', dev.id)
    .executeTakeFirstOrThrow()
  return {
    totp: secret,
    recoveryCode: requireSecret(recoveryCodes[0]),
    proofCode: firstMatch(/\b\d{6}\b/, mails),
    proofHash: requireSecret(code_hash),
    session,
  }
}

/** Secrets for mails only: the tokens of their links and their codes, in the form of JSON. */
export async function mailedSecrets(server: TestServer): Promise<{ tokens: string[]; codes: string[] }> {
  const text = (await allMails(server)).map((mail) => mail.text).join('\n')
  return {
    tokens: text.match(/(?<![\w-])[\w-]{43}(?![\w-])/g) ?? [],
    codes: (text.match(/(?<!\S)\d{6}\b/g) ?? []).map((code) => `"${code}"`),
  }
}

/** Hashes of secrets as they are stored now. */
export async function storedHashes({ db }: TestServer): Promise<string[]> {
  const rows = await Promise.all([
    db.selectFrom('users').select('password_hash as hash').execute(),
    db.selectFrom('reset_tokens').select('token_hash as hash').execute(),
    db.selectFrom('email_tokens').select('token_hash as hash').execute(),
    db.selectFrom('sign_in_tickets').select('ticket_hash as hash').execute(),
    db.selectFrom('recovery_codes').select('code_hash as hash').execute(),
    db.selectFrom('verifications').select('code_hash as hash').execute(),
    db.selectFrom('second_factors').select('totp_secret as hash').execute(),
  ])
  return rows.flatMap((list) => list.flatMap(({ hash }) => hash ?? []))
}

/** The capture, or match, of the pattern in the first of these mails that has it; throws without one. */
export const firstMatch = (pattern: RegExp, mails: Email[]) => {
  const [whole, captured] = mails.map(({ text }) => pattern.exec(text ?? '')).find((found) => found) ?? []
  return requireSecret(captured ?? whole)
}

export function requireSecret(secret: string | null | undefined): string {
  if (!secret) throw new Error('A secret to look for is missing')
  return secret
}
