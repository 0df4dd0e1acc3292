import { createHmac, generateKeyPairSync } from 'node:crypto'
import { SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { changePassword, getSettings } from '#contract/settings.ts'
import { getUserProfile, login, register } from '#contract/users.ts'
import { hashPassword, isOutdated } from '../../lib/passwords.ts'
import { buildDeveloper, buildRecruiter, PASSWORD } from '../builders.ts'
import { openDevice } from '../device.ts'
import { startServer } from '../server.ts'
import { JWT_SECRET } from './scene.ts'
import { freshEmail } from './send.ts'

const IS_LONG = process.env.LONG !== undefined
const server = await startServer({ JWT_SECRET })
const [ana, ben] = [await buildDeveloper(server), await buildRecruiter(server)]

type Claims = Record<string, unknown>
const claimsOf = ({ token }: { token: string }): Claims =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
/** Any header and claims, signed with the right secret, which the library itself would refuse to create. */
const sign = (header: Claims, claims: Claims, secret = JWT_SECRET, hash = 'sha256') => {
  const content = `${encode(header)}.${encode(claims)}`
  return `${content}.${createHmac(hash, secret).update(content).digest('base64url')}`
}
const HEADER = { alg: 'HS256', typ: 'JWT' }
const own = claimsOf(ana)
const now = Math.floor(Date.now() / 1000)
const without = (name: string) => Object.fromEntries(Object.entries(own).filter(([key]) => key !== name))
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const rsa = new SignJWT(own).setProtectedHeader({ alg: 'RS256', typ: 'JWT' }).sign(privateKey)
const [head = '', payload = '', signature = ''] = ana.token.split('.')

const FORGED: Record<string, string> = {
  'no algorithm': `${encode({ alg: 'none', typ: 'JWT' })}.${payload}.`,
  'no algorithm, with a signature': `${encode({ alg: 'None', typ: 'JWT' })}.${payload}.${signature}`,
  'another length of hash': sign({ ...HEADER, alg: 'HS512' }, own, JWT_SECRET, 'sha512'),
  'a pair of keys': await rsa,
  'the public key as secret': sign(HEADER, own, publicKey.export({ type: 'spki', format: 'pem' }).toString()),
  'another secret': sign(HEADER, own, 'another secret that is long enough for it'),
  'an empty secret': sign(HEADER, own, ''),
  'a header that names a key': sign({ ...HEADER, kid: '../../dev/null' }, own),
  'a header with an address of keys': sign({ ...HEADER, jku: 'https://evil.example/keys' }, own),
  'a header with a key': sign({ ...HEADER, jwk: { kty: 'oct', k: 'AA' } }, own),
  'a header with certificates': sign({ ...HEADER, x5c: ['AA'] }, own),
  'a header with an address of certificates': sign({ ...HEADER, x5u: 'https://evil.example' }, own),
  'a critical extension': sign({ ...HEADER, crit: ['b64'], b64: false }, own),
  'another type': sign({ ...HEADER, typ: 'at+jwt' }, own),
  'no type': sign({ alg: 'HS256' }, own),
  'no end': sign(HEADER, without('exp')),
  'an end that has come': sign(HEADER, { ...own, exp: now - 1 }),
  'an end that is a text': sign(HEADER, { ...own, exp: '9999999999' }),
  'no time': sign(HEADER, without('iat')),
  'a time to come': sign(HEADER, { ...own, iat: now + 120 }),
  'not yet valid': sign(HEADER, { ...own, nbf: now + 120 }),
  'another issuer': sign(HEADER, { ...own, iss: 'evil' }),
  'no issuer': sign(HEADER, without('iss')),
  'another audience': sign(HEADER, { ...own, aud: 'evil' }),
  'no version': sign(HEADER, without('tv')),
  'an older version': sign(HEADER, { ...own, tv: 0 }),
  'a later version': sign(HEADER, { ...own, tv: 2 }),
  'a version that is a text': sign(HEADER, { ...own, tv: '1' }),
  'no sign-in': sign(HEADER, without('sid')),
  'the sign-in of somebody else': sign(HEADER, { ...own, sid: claimsOf(ben).sid }),
  'a sign-in that is a list': sign(HEADER, { ...own, sid: [own.sid] }),
  'somebody else': sign(HEADER, { ...own, id: ben.id }),
  nobody: sign(HEADER, { ...own, id: '00000000-0000-7000-8000-000000000000' }),
  'an id that is a pattern': sign(HEADER, { ...own, id: '%' }),
  'another role': sign(HEADER, { ...own, role: 'admin' }),
  'changed claims': `${head}.${encode({ ...own, id: ben.id })}.${signature}`,
  'a shorter signature': `${head}.${payload}.${signature.slice(0, 20)}`,
  'no signature': `${head}.${payload}.`,
  'one part more': `${ana.token}.x`,
  'nothing at all': '..',
}

describe('a token', () => {
  test.each(Object.entries(FORGED))(
    'with %s is refused by calls and sockets (A5, S1)',
    async (_what, token) => {
      expect((await server.refusal(getUserProfile, { as: token })).status).toBe(401)
      const device = openDevice(server.url, { id: ana.id, token })
      expect(await device.refused()).toBe('unauthorized')
      device.close()
    },
  )

  test('with valid claims is accepted, and its role is ignored (A5, G4)', async () => {
    expect((await server.call(getUserProfile, { as: sign(HEADER, own) })).status).toBe(200)
    const asRecruiter = await server.call(getUserProfile, { as: sign(HEADER, { ...own, role: 'recruiter' }) })
    expect(asRecruiter.body.role.type).toBe('developer')
  })
})

describe('a password', () => {
  const opens = async (email: string, password: string) =>
    (await server.refusal(login, { body: { email, password } })).status

  test('is neither trimmed, truncated nor normalised (A3)', async () => {
    const password = ` Añejo-1 ${'x'.repeat(119)}`
    const body = { name: 'Ana', surname: 'P', email: freshEmail(), password, 'confirm-password': password }
    expect((await server.refusal(register, { body })).status).toBe(201)
    expect(await opens(body.email, password)).toBe(200)
    for (const other of [
      password.trim(),
      password.slice(0, 72),
      password.normalize('NFD'),
      password.toLowerCase(),
      `${password} `,
    ]) {
      expect([other.length, (await opens(body.email, other)) >= 400]).toEqual([other.length, true])
    }
  })

  test('is stored as Argon2id with the parameters of A3 and a salt of its own (A3)', async () => {
    const [one, two] = [await hashPassword(PASSWORD, 'a'), await hashPassword(PASSWORD, 'b')]
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$/)
    expect(one).not.toBe(two)
    expect(isOutdated(one)).toBe(false)
    expect(isOutdated(one.replace('m=19456', 'm=4096'))).toBe(true)
  })

  test('a weaker hash is upgraded when its owner signs in (A3)', async () => {
    const person = await buildDeveloper(server)
    // Argon2i of 'Secret-1' with 4 MiB and one pass, as stored by another program.
    const { hash } = await import('@node-rs/argon2')
    const weak = await hash(PASSWORD, { memoryCost: 4096, timeCost: 1, parallelism: 1 })
    await server.db.updateTable('users').set({ password_hash: weak }).where('id', '=', person.id).execute()
    expect(await opens(person.email, PASSWORD)).toBe(200)
    const stored = await server.db
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', person.id)
      .executeTakeFirstOrThrow()
    expect(isOutdated(stored.password_hash)).toBe(false)
    expect(await opens(person.email, PASSWORD)).toBe(200)
  })

  test('change ends every other session and socket at once (A6, S3)', async () => {
    const person = await buildDeveloper(server)
    const device = openDevice(server.url, person)
    await device.ready()
    const changed = await server.call(changePassword, {
      as: person,
      body: { oldPassword: PASSWORD, newPassword: 'Other-22' },
    })
    expect((await server.refusal(getSettings, { as: person })).status).toBe(401)
    expect(await device.closed(2000)).toBe('io server disconnect')
    expect((await server.call(getSettings, { as: changed.body.token })).status).toBe(200)
  })

  test.runIf(IS_LONG)(
    'checks beyond the queue are refused with 503, and the server continues (A3)',
    async () => {
      const statuses = await Promise.all(Array.from({ length: 400 }, () => opens(freshEmail(), 'Wrong-11')))
      expect(new Set(statuses)).toEqual(new Set([401, 503]))
      expect(statuses.filter((status) => status === 401).length).toBeGreaterThanOrEqual(100)
      expect(await opens(ana.email, PASSWORD)).toBe(200)
    },
  )

  test.runIf(IS_LONG)('is checked as long for an unknown account as for a known one (A4)', async () => {
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
    for (let n = 0; n < 60; n += 1) {
      for (const who of ['known', 'unknown'] as const) {
        const startedAt = performance.now()
        await opens(who === 'known' ? ben.email : freshEmail(), 'Wrong-11')
        times[who].push(performance.now() - startedAt)
      }
    }
    const median = (list: number[]) => list.sort((a, b) => a - b)[list.length / 2] ?? 0
    const [known, unknown] = [median(times.known), median(times.unknown)]
    console.log(`wrong password: ${known.toFixed(1)} ms, unknown e-mail: ${unknown.toFixed(1)} ms`)
    expect(Math.abs(known - unknown) / known).toBeLessThan(0.1)
  })
})
