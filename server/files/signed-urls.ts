import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { PublicAddress } from './file-urls.ts'
import { storedFileName, toPublicUrl } from './file-urls.ts'

const LIFETIME_SECONDS = 24 * 3600
/** Expiry is rounded to whole hours, so that a picture's URL stays cacheable for an hour. */
const STEP_SECONDS = 3600

export type SignedUrls = ReturnType<typeof createSignedUrls>

/**
 * Signs URLs of private files, valid for a day (F5). The keys are derived from the token secret and of no use for
 * tokens; signatures of `others` are valid too.
 */
export function createSignedUrls(secret: string, ...others: string[]) {
  const key = deriveKey(secret)
  const accepted = [key, ...others.map(deriveKey)]
  return {
    sign(name: string, nowMs = Date.now()): string {
      const end = (Math.floor(nowMs / 1000 / STEP_SECONDS) + LIFETIME_SECONDS / STEP_SECONDS) * STEP_SECONDS
      return `e=${end}&s=${signature(key, name, String(end)).toString('base64url')}`
    },

    /** Seconds until this signature expires; 0 if it is invalid or expired. */
    secondsLeft(name: string, end: unknown, sent: unknown, nowMs = Date.now()): number {
      if (typeof end !== 'string' || typeof sent !== 'string' || !/^\d{1,12}$/.test(end)) return 0
      const received = Buffer.from(sent, 'base64url')
      const isOurs = accepted.some((candidate) => {
        const expected = signature(candidate, name, end)
        return received.length === expected.length && timingSafeEqual(received, expected)
      })
      return isOurs ? Math.max(0, Math.floor(Number(end) - nowMs / 1000)) : 0
    },
  }
}

/** The signed URL of a stored chat image, created on each read. '' stays ''. */
export function toSignedUrl(
  { config, signedUrls }: { config: PublicAddress; signedUrls: SignedUrls },
  stored: string,
): string {
  const name = storedFileName(stored)
  return name === undefined ? stored : `${toPublicUrl(config, stored)}?${signedUrls.sign(name)}`
}

const deriveKey = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'puente signed files', 32))

const signature = (key: Buffer, name: string, end: string) =>
  createHmac('sha256', key).update(`${name}\n${end}`).digest()
