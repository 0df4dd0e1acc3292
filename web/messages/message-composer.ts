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
  refused: () => void
}

const SEND_TIMEOUT_MS = 30_000

/** Drafts become outgoing messages, and a refused message becomes a draft again. */
export function createMessageComposer({ userId, changed, sent, refused }: Needs) {
  const keys = { outbox: `chat-outbox-${userId}`, drafts: `chat-drafts-${userId}` }

  const drafts = createDrafts({
    storageKey: keys.drafts,
    changed: (next) => changed({ drafts: next }),
    send,
  })

  const outbox = createOutbox({
    storageKey: keys.outbox,
    send: ({ receiverId: id, text, image, file, clientId, quote }) =>
      request(sendMessage, {
        params: { id },
        body: {
          ...{ text, image, clientId },
          ...(file && { file: { name: file.name, url: file.url } }),
          ...(quote && { quoteId: quote._id }),
        },
        signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
      }),
    changed: (next) => changed({ outbox: next }),
    sent,
    // "A failed send keeps text and image in the input" (decision 63), unless something newer is there.
    refused({ receiverId, clientId, text, image, file, quote }) {
      refused()
      if (drafts.of(receiverId) !== NO_DRAFT) return
      const attached = image === '' ? undefined : { name: 'image', dataUrl: image }
      drafts.set(receiverId, {
        ...{ text, image: attached, file: file ?? undefined, failedId: clientId },
        quote: quote ?? undefined,
      })
    },
  })

  /**
   * Sends the draft, or marks it to be sent once its image is ready; an unchanged refused message
   * is retried under its id.
   */
  function send(peerId: string) {
    const { text, image, file, failedId, preparing, quote, edit } = drafts.of(peerId)
    if (preparing) return drafts.update(peerId, { isDue: true })
    const content = { text: text.trim(), image: image?.dataUrl ?? '', file, quote }
    if (content.text === '' && content.image === '' && !file) return
    const failed = outbox.get().find(({ clientId }) => clientId === failedId)
    // Editing continues.
    drafts.set(peerId, edit ? { ...NO_DRAFT, edit } : NO_DRAFT)
    const isSame =
      failed?.text === content.text &&
      failed.image === content.image &&
      failed.file?.url === content.file?.url &&
      failed.quote?._id === content.quote?._id
    if (failed && isSame) return outbox.retry(failed.clientId)
    if (failed) outbox.remove(failed.clientId)
    outbox.add(peerId, content)
  }

  function clearFailedDraft({ clientId, receiverId }: Outgoing) {
    if (drafts.of(receiverId).failedId === clientId) drafts.set(receiverId, NO_DRAFT)
  }

  return {
    drafts,
    outbox,

    send,

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
