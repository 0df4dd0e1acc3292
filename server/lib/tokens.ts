import { errors, jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { ROLES, type Role, SESSION_DAYS } from '#contract/users.ts'
import { Id } from '#contract/values.ts'

const ISSUER = 'puente'
const AUDIENCE = 'puente'
const ALGORITHM = 'HS256'
const TYPE = 'JWT'
export const TOKEN_LIFETIME_SECONDS = SESSION_DAYS * 24 * 3600
const MAX_CLOCK_SKEW_SECONDS = 60
const MAX_VERIFIED = 10_000

/** `tv` is the account's token version, `sid` the session (decision 26, A5). */
const Claims = z.object({
  id: Id,
  role: z.enum(ROLES),
  tv: z.number().int(),
  sid: Id,
  iat: z.number(),
  exp: z.number(),
})
export type Claims = z.infer<typeof Claims>

export type Tokens = ReturnType<typeof createTokens>

/** Signs with `secret`; `others` are accepted too, while secrets are rotated. */
export function createTokens(secret: string, ...others: string[]) {
  const [key, ...otherKeys] = keysOf(secret, ...others)
  const verified = new LRUCache<string, Claims>({ max: MAX_VERIFIED })
  return {
    sign: (claims: { id: string; role: Role; tv: number; sid: string }): Promise<string> =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setIssuedAt()
        .setExpirationTime(`${TOKEN_LIFETIME_SECONDS}s`)
        .sign(key),

    /** The claims of a token that this server signed and that has not expired, else undefined. */
    read: async (token: string): Promise<Claims | undefined> => {
      const known = verified.get(token)
      if (known) return known.exp > Date.now() / 1000 ? known : undefined
      for (const candidate of [key, ...otherKeys]) {
        const claims = await readWith(candidate, token)
        if (!claims) continue
        // Clients send the same token with every call: its verified signature is cached.
        verified.set(token, claims)
        return claims
      }
      return undefined
    },
  }
}

const keysOf = (...secrets: [string, ...string[]]) =>
  secrets.map((secret) => new TextEncoder().encode(secret)) as [Uint8Array, ...Uint8Array[]]

async function readWith(key: Uint8Array, token: string): Promise<Claims | undefined> {
  try {
    const { payload, protectedHeader } = await jwtVerify(token, key, {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      audience: AUDIENCE,
      typ: TYPE,
      requiredClaims: ['exp', 'iat'],
    })
    if (['kid', 'jku', 'x5u', 'x5c', 'jwk', 'crit'].some((name) => name in protectedHeader)) return undefined
    const claims = Claims.safeParse(payload)
    if (!claims.success || claims.data.iat > Date.now() / 1000 + MAX_CLOCK_SKEW_SECONDS) return undefined
    return claims.data
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined
    throw error
  }
}
