import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import { loginWithPasskey, startPasskeyLogin } from '#contract/second-factor.ts'
import { getUserProfile } from '#contract/users.ts'
import { newId, now } from '../lib/ids.ts'
import { sanction } from '../moderation/sanctions.ts'
import { buildDeveloper, type Person } from '../test/builders.ts'
import { startServer } from '../test/server.ts'
import { deactivate } from './deactivation.ts'
import { insertPasskey } from './passkeys.queries.ts'

const server = await startServer({ PUBLIC_URL: 'https://puente.example' })
const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest()

/** An authenticator in software, with one passkey of this account (WebAuthn, ES256). */
async function addPasskey({ id: user_id }: Person) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const number = (value: string) => Buffer.concat([Buffer.from([0x58, 32]), Buffer.from(value, 'base64url')])
  // A COSE key: kty EC2, alg ES256, crv P-256, x, y.
  const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21])
  const cose = Buffer.concat([head, number(x), Buffer.from([0x22]), number(y)])
  const credential_id = randomBytes(16).toString('base64url')
  const stored = { id: newId(), user_id, credential_id, name: 'Key', counter: 0, created_at: now() }
  await server.db
    .insertInto('passkeys')
    .values({ ...stored, public_key: cose.toString('base64url') })
    .execute()

  /** Signs in with the passkey alone. */
  return async () => {
    const { ticket, options } = (await server.call(startPasskeyLogin)).body
    const client = { type: 'webauthn.get', challenge: options.challenge, origin: 'https://puente.example' }
    const clientData = Buffer.from(JSON.stringify(client))
    // Present and verified; no counter.
    const data = Buffer.concat([sha256('puente.example'), Buffer.from([0x05, 0, 0, 0, 0])])
    const response = {
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: sign('sha256', Buffer.concat([data, sha256(clientData)]), privateKey).toString('base64url'),
    }
    const credential = { id: credential_id, rawId: credential_id, type: 'public-key' as const, response }
    return server.refusal(loginWithPasskey, { body: { ticket, response: credential } })
  }
}

test('a passkey of a suspended or banned account is refused with the reason, and works again afterwards', {
  tags: ['ACCT-02', 'MOD-03'],
}, async () => {
  const person = await buildDeveloper(server)
  const enter = await addPasskey(person)
  const first = await enter()
  expect(first.status).toBe(200)
  const suspend = (until: string | null) =>
    server.db.transaction().execute((tx) => sanction(tx, person.id, until))
  await suspend('2099-01-02T03:04:00.000Z')
  const suspended = await enter()
  expect([suspended.status, suspended.body.code]).toEqual([403, 'SUSPENDED'])
  expect(suspended.body.message).toContain('2099-01-02 03:04 UTC')
  await suspend(null)
  const banned = await enter()
  expect([banned.status, banned.body.code]).toEqual([403, 'BANNED'])
  await suspend(new Date(Date.now() - 1000).toISOString())
  const back = (await enter()) as unknown as { status: number; body: { token: string } }
  expect(back.status).toBe(200)
  expect((await server.call(getUserProfile, { as: back.body })).body._id).toBe(person.id)
})

test('a passkey of a closed account is refused like an unknown one', {
  tags: ['ACCT-02'],
}, async () => {
  const person = await buildDeveloper(server)
  const enter = await addPasskey(person)
  await server.db.transaction().execute((tx) => deactivate(tx, person.id))
  const refused = await enter()
  expect([refused.status, refused.body.code]).toEqual([400, 'PASSKEY_INVALID'])
})

test('an account has 20 passkeys at most (X3)', async () => {
  const { id } = await buildDeveloper(server)
  const add = (index: number) => {
    const passkey = { credential_id: `${id} ${index}`, public_key: 'AAAA', counter: 0, transports: '[]' }
    return server.db.transaction().execute((tx) => insertPasskey(tx, id, { ...passkey, name: 'Key' }))
  }
  for (let index = 0; index < 20; index += 1) expect(await add(index)).toBeDefined()
  expect(await add(20)).toBeUndefined()
})
