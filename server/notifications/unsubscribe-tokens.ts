import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { isNotificationType, type NotificationType } from '#contract/notifications.ts'
import { Id } from '#contract/values.ts'

export type UnsubscribeTokens = ReturnType<typeof createUnsubscribeTokens>

/**
 * Holds a person and the kinds of a mail, signed with a separate key: it can turn these off, and nothing else (NTFY-06).
 * Without expiry, since mails are archived. In lower case, as addresses of pages are redirected to lower case.
 */
export function createUnsubscribeTokens(secret: string, ...others: string[]) {
  const keys = [secret, ...others].map(deriveKey)
  const [key] = keys
  if (!key) throw new Error('A secret is needed')
  return {
    sign(userId: string, types: readonly number[]): string {
      const kinds = [...types].sort((a, b) => a - b).join('-')
      return `${userId}.${kinds}.${signature(key, userId, kinds)}`
    },

    /** Undefined for one that was not signed here. */
    read(token: string): { userId: string; types: NotificationType[] } | undefined {
      const [userId = '', kinds = '', sent = '', ...rest] = token.split('.')
      const numbers = kinds.split('-').map(Number)
      const types = numbers.filter(isNotificationType)
      if (!Id.safeParse(userId).success || types.length < numbers.length || rest.length > 0) return undefined
      const isOurs = keys.some((candidate) => isEqual(signature(candidate, userId, kinds), sent))
      return isOurs ? { userId, types } : undefined
    },
  }
}

const deriveKey = (secret: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', 'puente unsubscribe links', 32))

const signature = (key: Buffer, userId: string, kinds: string) =>
  createHmac('sha256', key).update(`${userId}\n${kinds}`).digest('hex').slice(0, 40)

const isEqual = (a: string, b: string) =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
