import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { PublicAddress } from './file-urls.ts'
import { storedFileName, toPublicUrl } from './file-urls.ts'

const LIFETIME_SECONDS = 24 * 3600
/** Ends are whole hours, so that an image keeps its address, and its place in the browser's cache, for an hour. */
const STEP_SECONDS = 3600

export type SignedUrls = ReturnType<typeof createSignedUrls>

/**
 * Private files are opened by an address that ends after a day (F5). Keys come from the token secret and are of
 * no use for tokens; those of the previous secret still open.
 */
export function createSignedUrls(secret: string, previous?: string) {
  const [key, ...older] = [secret, ...(previous ? [previous] : [])].map(deriveKey)
  if (!key) throw new Error('A secret is needed')
  return {
    sign(name: string, nowMs = Date.now()): string {
      const end = (Math.floor(nowMs / 1000 / STEP_SECONDS) + LIFETIME_SECONDS / STEP_SECONDS) * STEP_SECONDS
      return `e=${end}&s=${signature(key, name, String(end)).toString('base64url')}`
    },

    /** Seconds until this signature ends; 0 when it is wrong or has ended. */
    secondsLeft(name: string, end: unknown, sent: unknown, nowMs = Date.now()): number {
      if (typeof end !== 'string' || typeof sent !== 'string' || !/^\d{1,12}$/.test(end)) return 0
      const given = Buffer.from(sent, 'base64url')
      const isOurs = [key, ...older].some((candidate) => {
        const expected = signature(candidate, name, end)
        return given.length === expected.length && timingSafeEqual(given, expected)
      })
      return isOurs ? Math.max(0, Math.floor(Number(end) - nowMs / 1000)) : 0
    },
  }
}

/** The address of a stored chat image as it is answered, made anew on each read. '' stays ''. */
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
