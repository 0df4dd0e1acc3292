import {
  getNotificationSettings,
  unsubscribe,
  updateNotificationSettings,
} from '#contract/notification-settings.ts'
import { listNotifications as listCall, markNotificationsRead } from '#contract/notifications.ts'
import { addPushSubscription, getPushKey, removePushSubscription } from '#contract/push.ts'
import { m } from '#contract/texts.ts'
import { route } from '../http/route.ts'
import { ApiError } from '../lib/errors.ts'
import { createPresenter } from '../messages/presenter.ts'
import type { Services } from '../services.ts'
import { scheduleDelivery } from './deliveries.queries.ts'
import { countBell, listNotifications, markRead } from './notifications.queries.ts'
import { addSubscription, removeSubscription } from './push.queries.ts'
import { vapidKeys } from './push.ts'
import { readSettings, updateSettings } from './settings.queries.ts'

export const notificationRoutes = (services: Services) => {
  const { db, jobs, realtime, unsubscribeTokens } = services
  const show = createPresenter(services)
  return [
    route(listCall, async ({ query, user }) => {
      const { items, total } = await listNotifications(db, user.id, query)
      return { items: items.map(show.notification), total }
    }),

    route(markNotificationsRead, async ({ body, user }) => {
      const changed = await markRead(db, user.id, body)
      if (changed) realtime.notify([changed])
      return { unread: await countBell(db, user.id) }
    }),

    route(getNotificationSettings, ({ user }) => readSettings(db, user.id)),

    route(updateNotificationSettings, async ({ body, user }) => {
      await db.transaction().execute(async (tx) => {
        await updateSettings(tx, user.id, body)
        // Deliveries held by quiet hours are due.
        await scheduleDelivery(tx, user.id)
      })
      jobs.wake()
      return readSettings(db, user.id)
    }),

    route(unsubscribe, async ({ query, body }) => {
      const unsubscribed = unsubscribeTokens.read(body.token ?? query.token ?? '')
      if (!unsubscribed) throw new ApiError(400, 'TOKEN_INVALID', m.notifications_unsubscribe_invalid())
      const { userId, types } = unsubscribed
      const isKnown = await db.transaction().execute(async (tx) => {
        const user = await tx
          .selectFrom('users')
          .select('id')
          .where('id', '=', userId)
          .where('erased_at', 'is', null)
          .executeTakeFirst()
        const kinds = Object.fromEntries(types.map((type) => [type, { mail: 'never' as const }]))
        if (user) await updateSettings(tx, userId, { kinds })
        return user !== undefined
      })
      if (!isKnown) throw new ApiError(400, 'TOKEN_INVALID', m.notifications_unsubscribe_invalid())
      const kinds = types.map((type) => m.notifications_type({ type })).join(', ')
      const message =
        types.length === 1 ? m.notifications_unsubscribed() : m.notifications_unsubscribed_kinds({ kinds })
      return { message, type: types[0] ?? 0, types }
    }),

    route(getPushKey, async () => ({ publicKey: (await vapidKeys(db)).publicKey })),

    route(addPushSubscription, async ({ body: { endpoint, keys }, user }) => {
      const subscription = { userId: user.id, sessionId: user.sessionId, endpoint, ...keys }
      await db.transaction().execute((tx) => addSubscription(tx, subscription))
      return { message: m.notifications_push_on() }
    }),

    route(removePushSubscription, async ({ body, user }) => {
      await removeSubscription(db, user.id, body.endpoint)
      return { message: m.notifications_push_off() }
    }),
  ]
}
