import type { Message } from '#contract/inbox.ts'
import { sendMessage } from '#contract/messages.ts'
import { request } from '../lib/api.ts'
import { createDrafts, type Drafts, NO_DRAFT } from './drafts.ts'
import { createOutbox, type Outgoing } from './outbox.ts'
import { tabStorage } from './tab-storage.ts'

type Needs = {
  userId: string
  changed: (change: { drafts: Drafts } | { outbox: readonly Outgoing[] }) => void
  sent: (message: Message) => void
}

const SEND_TIMEOUT_MS = 30_000

/** Drafts become outgoing messages, and a refused message becomes a draft again. */
export function createWriting({ userId, changed, sent }: Needs) {
  const keys = { outbox: `chat-outbox-${userId}`, drafts: `chat-drafts-${userId}` }

  const drafts = createDrafts({ storageKey: keys.drafts, changed: (next) => changed({ drafts: next }) })

  const outbox = createOutbox({
    storageKey: keys.outbox,
    send: ({ receiverId: id, text, image, clientId }) =>
      request(sendMessage, {
        params: { id },
        body: { text, image, clientId },
        signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
      }),
    changed: (next) => changed({ outbox: next }),
    sent,
    // "A failed send keeps text and image in the input" (decision 42), unless something newer is there.
    refused({ receiverId, clientId, text, image }) {
      if (drafts.of(receiverId) !== NO_DRAFT) return
      const attached = image === '' ? undefined : { name: 'image', dataUrl: image }
      drafts.set(receiverId, { text, image: attached, failedId: clientId })
    },
  })

  function clearFailedDraft({ clientId, receiverId }: Outgoing) {
    if (drafts.of(receiverId).failedId === clientId) drafts.set(receiverId, NO_DRAFT)
  }

  return {
    drafts,
    outbox,

    /** Sends the draft; a refused message that was not changed is retried under its id. */
    send(peerId: string) {
      const { text, image, failedId } = drafts.of(peerId)
      const content = { text: text.trim(), image: image?.dataUrl ?? '' }
      if (content.text === '' && content.image === '') return
      const failed = outbox.get().find(({ clientId }) => clientId === failedId)
      drafts.set(peerId, NO_DRAFT)
      if (failed && failed.text === content.text && failed.image === content.image) {
        return outbox.retry(failed.clientId)
      }
      if (failed) outbox.remove(failed.clientId)
      outbox.add(peerId, content)
    },

    retry(message: Outgoing) {
      clearFailedDraft(message)
      outbox.retry(message.clientId)
    },

    discard(message: Outgoing) {
      clearFailedDraft(message)
      outbox.remove(message.clientId)
    },

    close() {
      outbox.close()
      drafts.close()
    },

    /** At sign-out. */
    removeStored() {
      tabStorage.remove(keys.outbox)
      tabStorage.remove(keys.drafts)
    },
  }
}
