import type { Message } from '#contract/inbox.ts'

type Needs = {
  /** The number of messages of one request. */
  pageSize: number
  /** The loaded messages of a conversation, in the order of `seq`. */
  messagesOf: (peerId: string) => readonly Message[]
  peerIds: () => readonly string[]
  /** The messages before `before`, or the newest; undefined after a failure. */
  fetchMessages: (peerId: string, beforeId: string | undefined) => Promise<readonly Message[] | undefined>
  /** The same messages with fresh image URLs. */
  renewed: (peerId: string, messages: readonly Message[]) => void
}

const CHECK_MS = 15 * 60_000
/** The server signs URLs for at least 23 hours. */
const EXPIRES_SOON_MS = 60 * 60_000

/**
 * Image URLs expire after a day (F5), and a tab may stay open for longer: those that expire soon or have failed are
 * renewed by fetching their page of messages again.
 */
export function createImageUrls({ pageSize, messagesOf, peerIds, fetchMessages, renewed }: Needs) {
  /** By person: the `seq` of the messages that are still to be fetched. */
  const pending = new Map<string, Set<number>>()
  let isClosed = false

  async function renew(peerId: string, seqs: readonly number[]): Promise<void> {
    const known = pending.get(peerId)
    if (known) {
      for (const seq of seqs) known.add(seq)
      return
    }
    const open = new Set(seqs)
    pending.set(peerId, open)
    while (open.size > 0) {
      const oldest = Math.min(...open)
      // Images fail from top to bottom: the page that starts with this message includes the next ones.
      const messages = messagesOf(peerId)
      const following = messages[messages.findIndex(({ seq }) => seq === oldest) + pageSize]
      const page = await fetchMessages(peerId, following?._id)
      if (isClosed || !page) break
      for (const { seq } of page) open.delete(seq)
      open.delete(oldest)
      renewed(peerId, page)
    }
    pending.delete(peerId)
  }

  function renewExpiring(): void {
    for (const peerId of peerIds()) {
      const seqs = messagesOf(peerId)
        .filter(
          ({ image, file }) =>
            Math.min(expiryOf(image), expiryOf(file?.url ?? '')) < Date.now() + EXPIRES_SOON_MS,
        )
        .map(({ seq }) => seq)
      if (seqs.length > 0) void renew(peerId, seqs)
    }
  }
  const timer = setInterval(renewExpiring, CHECK_MS)

  return {
    failed: (peerId: string, seq: number) => void renew(peerId, [seq]),
    close() {
      isClosed = true
      clearInterval(timer)
    },
  }
}

/** The expiry of a signed URL in milliseconds since 1970, by the server's clock; infinity without one. */
function expiryOf(url: string): number {
  const [, seconds] = /[?&]e=(\d+)/.exec(url) ?? []
  return seconds === undefined ? Number.POSITIVE_INFINITY : Number(seconds) * 1000
}
