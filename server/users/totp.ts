import { Secret, TOTP } from 'otpauth'

const PERIOD_SECONDS = 30
/** The tolerated clock drift in steps (RFC 6238, 5.2). */
const WINDOW = 1

const SETTINGS = { algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS } as const

/** 160 random bits, and the URI for authenticator apps. */
export function newTotp(issuer: string, email: string): { secret: string; uri: string } {
  const totp = new TOTP({ ...SETTINGS, issuer, label: email, secret: new Secret({ size: 20 }) })
  return { secret: totp.secret.base32, uri: totp.toString() }
}

/** The period of 30 s that a code belongs to; undefined for a wrong one. */
export function findTotpStep(secret: string, code: string, nowMs: number): number | undefined {
  const token = code.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return undefined
  const totp = new TOTP({ ...SETTINGS, secret: Secret.fromBase32(secret) })
  const delta = totp.validate({ token, timestamp: nowMs, window: WINDOW })
  return delta === null ? undefined : Math.floor(nowMs / 1000 / PERIOD_SECONDS) + delta
}
