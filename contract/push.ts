import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { m } from './texts.ts'
import { LIMITS } from './values.ts'

export const getPushKey = endpoint({
  method: 'GET',
  path: '/push/key',
  access: 'signed-in',
  summary: 'The VAPID key with which a browser subscribes to push',
  response: z.object({ publicKey: z.string() }),
})

const Endpoint = z
  .url({ protocol: /^https$/, error: m.general_invalid })
  .max(LIMITS.url)
  .refine(
    (url) => {
      const parsed = URL.parse(url)
      return parsed?.username === '' && parsed.password === ''
    },
    { error: m.general_invalid },
  )

/** Base64url of this number of bytes. */
const bytes = (count: number) =>
  z
    .string({ error: m.general_invalid })
    .max(200)
    .refine(
      (value) => {
        const text = value.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
        return /^[\w-]+$/.test(text) && Math.floor((text.length * 6) / 8) === count
      },
      { error: m.general_invalid },
    )

/** As `PushSubscription.toJSON()` of a browser gives it. */
export const PushSubscriptionInput = z.object({
  endpoint: Endpoint,
  expirationTime: z.number().nullable().optional(),
  keys: z.object({ p256dh: bytes(65), auth: bytes(16) }),
})

export const addPushSubscription = endpoint({
  method: 'POST',
  path: '/push/subscriptions',
  access: 'signed-in',
  changes: [],
  summary: 'Sends push to this browser until its session ends',
  body: PushSubscriptionInput,
  status: 201,
  response: z.object({ message: z.string() }),
})

export const removePushSubscription = endpoint({
  method: 'DELETE',
  path: '/push/subscriptions',
  access: 'signed-in',
  changes: [],
  summary: 'Ends push to a browser; an unknown one is ignored',
  body: z.object({ endpoint: z.string({ error: m.general_required }).max(LIMITS.url) }),
  response: z.object({ message: z.string() }),
})

/** The payload for the service worker. */
export type PushPayload = { text: string; path: string | null; type: number }
