import type { Message } from '#contract/inbox.ts'

type Needs = {
  /** So many messages come with one read. */
  pageSize: number
  /** What is loaded of this person's conversation, in the order of `seq`. */
  messagesOf: (peerId: string) => readonly Message[]
  peerIds: () => readonly string[]
  /** The messages before that one, or the newest; undefined when they could not be asked for. */
  read: (peerId: string, beforeId: string | undefined) => Promise<readonly Message[] | undefined>
  /** They are here once more, with fresh addresses. */
  renewed: (peerId: string, messages: readonly Message[]) => void
}

const CHECK_MS = 15 * 60_000
/** They are made for 23 hours at least. */
const ENDING_MS = 60 * 60_000

/**
 * The addresses of pictures end after a day (F5), and a tab may stay open for longer: those that end soon, or have
 * failed, are read again, with the page of messages that they stand in.
 */
export function createImageUrls({ pageSize, messagesOf, peerIds, read, renewed }: Needs) {
  /** By person, the places of the messages that are still to be read. */
  const wanted = new Map<string, Set<number>>()
  let isClosed = false

  async function renew(peerId: string, seqs: readonly number[]): Promise<void> {
    const known = wanted.get(peerId)
    if (known) {
      for (const seq of seqs) known.add(seq)
      return
    }
    const open = new Set(seqs)
    wanted.set(peerId, open)
    while (open.size > 0) {
      const oldest = Math.min(...open)
      // Pictures fail from above to below: the page that begins with this one has the next ones too.
      const messages = messagesOf(peerId)
      const following = messages[messages.findIndex(({ seq }) => seq === oldest) + pageSize]
      const page = await read(peerId, following?._id)
      if (isClosed || !page) break
      for (const { seq } of page) open.delete(seq)
      open.delete(oldest)
      renewed(peerId, page)
    }
    wanted.delete(peerId)
  }

  function renewEnding(): void {
    for (const peerId of peerIds()) {
      const ending = messagesOf(peerId).filter(({ image }) => endOf(image) < Date.now() + ENDING_MS)
      const seqs = ending.map(({ seq }) => seq)
      if (seqs.length > 0) void renew(peerId, seqs)
    }
  }
  const timer = setInterval(renewEnding, CHECK_MS)

  return {
    /** This one could not be shown. */
    failed: (peerId: string, seq: number) => void renew(peerId, [seq]),
    close() {
      isClosed = true
      clearInterval(timer)
    },
  }
}

/** When the address ends, by the clock of the server; an address without an end has none. */
function endOf(address: string): number {
  const [, seconds] = /[?&]e=(\d+)/.exec(address) ?? []
  return seconds === undefined ? Number.POSITIVE_INFINITY : Number(seconds) * 1000
}
