import { request } from 'node:https'
import type webPush from 'web-push'
import type { Locale } from '#contract/locale.ts'
import { isNotificationKind, kindSettings, showForDelivery } from '#contract/notification-kinds.ts'
import { NotificationData } from '#contract/notifications.ts'
import type { PushPayload } from '#contract/push.ts'
import type { Config } from '../config.ts'
import type { JobPayload } from '../jobs/jobs.ts'
import type { JobServices } from '../jobs/worker.ts'
import { runInLocale } from '../lib/locale.ts'
import { parseJson } from '../lib/mapping.ts'
import { isPublicHost, lookupPublic, PrivateAddress } from '../lib/public-address.ts'
import { onFirstUse } from '../lib/turns.ts'
import { deleteBatch, listBatch } from './deliveries.queries.ts'
import { loadPeople } from './notifications.queries.ts'
import { deleteSubscription, listSubscriptions, requireVapidKeys } from './push.queries.ts'

const TIMEOUT_MS = 5000
/** The TTL at the push service. */
const TTL_SECONDS = 24 * 3600

const library = onFirstUse(async () => (await import('web-push')).default)

export const vapidKeys = (db: JobServices['db']) =>
  requireVapidKeys(db, async () => (await library()).generateVAPIDKeys())

/** Pushes one notification to each browser of its receiver. A retry after a kill replaces the first, by its topic. */
export async function sendPush({ db, config, log }: JobServices, { batchId }: JobPayload<'push'>) {
  const [row] = await listBatch(db, batchId)
  if (row && isNotificationKind(row.kind)) {
    const people = await loadPeople(db, row.sender_id === null ? [] : [row.sender_id])
    const sender = people.get(row.sender_id ?? '')
    // Not about a sender deactivated since (decision 36).
    if (row.sender_id === null || sender) {
      const name = sender ? `${sender.name} ${sender.surname}`.trim() : ''
      const { type } = kindSettings(row.kind)
      const { kind, data, project_id } = row
      const shown = runInLocale(await localeFor(db, row.user_id, config), () =>
        showForDelivery(kind, parseJson(NotificationData, data), project_id, name),
      )
      const payload: PushPayload = { ...shown, type }
      const keys = await vapidKeys(db)
      const subscriptions = await listSubscriptions(db, row.user_id)
      const statuses = await Promise.allSettled(
        subscriptions.map(async ({ id, endpoint, p256dh, auth }) => {
          const details = await encrypted({ endpoint, keys: { p256dh, auth } }, payload, {
            vapidDetails: { subject: subjectOf(config), ...keys },
            TTL: TTL_SECONDS,
            // At most 32 characters: the id without dashes.
            topic: batchId.replaceAll('-', ''),
          })
          const status = details ? await post(config, details) : 410
          if (status === 404 || status === 410) await deleteSubscription(db, id)
          else if (status >= 300) throw Object.assign(new Error('push refused'), { responseCode: status })
        }),
      )
      const failed = statuses.filter((status) => status.status === 'rejected')
      if (failed.length > 0) log.warn({ failed: failed.length, of: statuses.length }, 'push failed')
      // Retried only if it reached no browser.
      const [first] = failed
      if (first && failed.length === statuses.length) throw first.reason
    }
  }
  await deleteBatch(db, batchId)
}

async function localeFor(db: JobServices['db'], userId: string, { locale }: Config): Promise<Locale> {
  const user = await db.selectFrom('users').select('language').where('id', '=', userId).executeTakeFirst()
  return user?.language || locale
}

/** The contact of the operator for push services. */
const subjectOf = ({ publicUrl, SUPPORT_EMAIL }: Config) =>
  publicUrl.startsWith('https:') ? publicUrl : `mailto:${SUPPORT_EMAIL}`

/** Undefined for invalid keys. */
async function encrypted(
  subscription: webPush.PushSubscription,
  payload: PushPayload,
  options: webPush.RequestOptions,
): Promise<Details | undefined> {
  const { generateRequestDetails } = await library()
  try {
    return generateRequestDetails(subscription, JSON.stringify(payload), options)
  } catch {
    return undefined
  }
}

type Details = ReturnType<typeof webPush.generateRequestDetails>

/** The status of the push service. Public addresses only, no redirects (G17). */
function post({ PUSH_ALLOW_PRIVATE }: Config, { endpoint, headers, body }: Details): Promise<number> {
  const url = new URL(endpoint)
  const isForTests = PUSH_ALLOW_PRIVATE
  if (!isForTests && !isPublicHost(url.hostname)) throw new PrivateAddress('not a public address')
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method: 'POST',
        headers: headers as Record<string, string>,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        agent: false,
        // A push service on this machine has a self-signed certificate.
        ...(isForTests ? { rejectUnauthorized: false } : { lookup: lookupPublic }),
      },
      (response) => {
        // The body is not needed.
        response.destroy()
        resolve(response.statusCode ?? 500)
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}
