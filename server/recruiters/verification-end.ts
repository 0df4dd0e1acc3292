import type { JobPayload } from '../jobs/jobs.ts'
import type { JobServices } from '../jobs/worker.ts'
import { now } from '../lib/ids.ts'
import { notify } from '../notifications/notify.ts'

/** Mails a request for a new proof when the mark has expired; the mark itself needs no job. */
export async function announceEnd(
  { db, bus, changes }: JobServices,
  { userId }: JobPayload<'verification end'>,
) {
  const user = await db
    .selectFrom('users')
    .select(['verified_domain', 'verified_until'])
    .where('id', '=', userId)
    .where('deactivated_at', 'is', null)
    .where('verified_until', '<=', now())
    .executeTakeFirst()
  if (!user?.verified_domain) return
  const { verified_domain: company, verified_until } = user
  const inboxes = await db.transaction().execute((tx) =>
    notify(tx, {
      kind: 'verification',
      senderId: null,
      receiverIds: [userId],
      data: { company, state: 'expired' },
      once: `verification ${verified_until}`,
    }),
  )
  if (inboxes.length > 0) bus.publish({ kind: 'inboxes', inboxes })
  await changes.publish(['people', 'offers'])
}
