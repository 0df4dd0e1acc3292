import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { Id } from '#contract/values.ts'

export type SignedIds = ReturnType<typeof createSignedIds>

/** An id with a signature for one purpose. In lower case, as addresses of pages are redirected to lower case. */
export function createSignedIds(purpose: string, secret: string, ...others: string[]) {
  const keyOf = (from: string) => Buffer.from(hkdfSync('sha256', from, '', purpose, 32))
  const key = keyOf(secret)
  const keys = [key, ...others.map(keyOf)]
  return {
    sign: (id: string) => `${id}.${signature(key, id)}`,

    /** Undefined for one that was not signed here. */
    read(token: string): string | undefined {
      const [id = '', sent = '', ...rest] = token.split('.')
      if (!Id.safeParse(id).success || rest.length > 0) return undefined
      return keys.some((candidate) => isEqual(signature(candidate, id), sent)) ? id : undefined
    },
  }
}

const signature = (key: Buffer, id: string) => createHmac('sha256', key).update(id).digest('hex').slice(0, 40)

const isEqual = (a: string, b: string) =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
