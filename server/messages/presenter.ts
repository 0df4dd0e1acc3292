import type { InboxEvent, Message } from '#contract/inbox.ts'
import type { Notification } from '#contract/notifications.ts'
import { toPublicUrl } from '../files/file-urls.ts'
import { toSignedUrl } from '../files/signed-urls.ts'
import type { Services } from '../services.ts'

/** Messages and notifications with absolute file URLs; private ones are signed for a day (F5). */
export function createPresenter(services: Pick<Services, 'config' | 'signedUrls'>) {
  const message = (stored: Message): Message => ({
    ...stored,
    image: toSignedUrl(services, stored.image),
    file: stored.file && { ...stored.file, url: toSignedUrl(services, stored.file.url) },
  })
  const notification = <Stored extends Notification>(stored: Stored): Stored => ({
    ...stored,
    user: { ...stored.user, avatar: toPublicUrl(services.config, stored.user.avatar) },
  })
  return {
    message,
    notification,
    event(stored: InboxEvent): InboxEvent {
      if (stored.event === 'newMessage') return { ...stored, data: message(stored.data) }
      if (stored.event === 'messageChanged') return { ...stored, data: message(stored.data) }
      if (stored.event === 'getNotification') return { ...stored, data: notification(stored.data) }
      return stored
    },
  }
}
