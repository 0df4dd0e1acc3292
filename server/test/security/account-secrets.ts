import { TOTP } from 'otpauth'
import { confirmTotp, startTotp } from '#contract/second-factor.ts'
import { startVerification } from '#contract/verification.ts'
import { newId, now } from '../../lib/ids.ts'
import { PASSWORD } from '../builders.ts'
import { mailsTo } from '../outbox.ts'
import type { TestServer } from '../server.ts'
import type { Scene } from './scene.ts'

/**
 * Secrets of accounts to look for: `rec` has an authenticator app and proves a domain by mail, `dev` has an account at a
 * provider, and all blocks of the scene began at one time.
 */
export async function plantSecrets(server: TestServer, { dev, rec }: Scene) {
  const { secret } = (await server.call(startTotp, { body: { password: PASSWORD }, as: rec })).body
  const code = new TOTP({ secret }).generate()
  const { recoveryCodes } = (await server.call(confirmTotp, { body: { code }, as: rec })).body

  const address = 'canary.proof@faro.test'
  await server.call(startVerification, { as: rec, body: { domain: 'faro.test', by: 'mail', address } })
  const [mail] = await mailsTo(server, address)
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
    recoveryCode: recoveryCodes[0] ?? 'no code',
    proofCode: /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? 'no code',
    proofHash: code_hash ?? 'no hash',
    session,
  }
}
