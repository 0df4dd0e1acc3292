import type { Message } from '#contract/inbox.ts'
import { texts } from '#contract/texts.ts'
import { type Failure, isFailure } from '../lib/api-failure.ts'
import { tabStorage } from './tab-storage.ts'

/** A message on its way. `clientId` stays the same over all tries, so that it is stored once (S6). */
export type Outgoing = {
  clientId: string
  receiverId: string
  text: string
  /** A data URL, or ''. */
  image: string
  createdAt: string
  /** 'failed' was refused: it waits for the person. 'waiting' goes by itself when it can. */
  status: 'waiting' | 'sending' | 'failed'
  /** How often it was tried in vain, and what the server said last. */
  tries: number
  reason?: string | undefined
}

type Needs = {
  storageKey: string
  send: (message: Outgoing) => Promise<Message | Failure>
  changed: (messages: readonly Outgoing[]) => void
  sent: (message: Message) => void
  refused: (message: Outgoing) => void
}

const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 15_000

/** Sends one after the other, in the order of pressing; the line being away stops it, a refusal does not. */
export function createOutbox({ storageKey, send, changed, sent, refused }: Needs) {
  let messages: readonly Outgoing[] = (tabStorage.read<Outgoing[]>(storageKey) ?? []).map(afterReload)
  let isSending = false
  let isClosed = false
  let vainTries = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function set(next: readonly Outgoing[]) {
    messages = next
    if (next.length === 0) tabStorage.remove(storageKey)
    // Pictures may not fit; then the words at least outlive a reload.
    else if (!tabStorage.write(storageKey, next)) tabStorage.write(storageKey, next.filter(hasNoImage))
    changed(next)
  }

  const update = (clientId: string, change: Partial<Outgoing>) =>
    set(messages.map((message) => (message.clientId === clientId ? { ...message, ...change } : message)))

  const remove = (clientId: string) => {
    if (messages.some((message) => message.clientId === clientId)) {
      set(messages.filter((message) => message.clientId !== clientId))
    }
  }

  async function flush(): Promise<void> {
    if (isSending || isClosed) return
    clearTimeout(timer)
    isSending = true
    try {
      for (let next = firstOf(messages); next && (await deliver(next)); ) next = firstOf(messages)
    } finally {
      isSending = false
    }
  }

  /** False when nothing can be sent now. */
  async function deliver(message: Outgoing): Promise<boolean> {
    const { clientId, tries } = message
    update(clientId, { status: 'sending' })
    const answer = await send(message)
    if (isClosed) return false
    if (!isFailure(answer)) {
      vainTries = 0
      remove(clientId)
      sent(answer)
      return true
    }
    const reason = answer.status >= 400 && answer.status < 500 ? answer.message : undefined
    if (isPassing(answer)) {
      update(clientId, { status: 'waiting', tries: tries + 1, reason })
      timer = setTimeout(() => void flush(), Math.min(FIRST_PAUSE_MS * 2 ** vainTries, LONGEST_PAUSE_MS))
      vainTries += 1
      return false
    }
    // "Send failures logged silently" (SPEC 8).
    console.error(texts.chat.sendFailed, answer)
    update(clientId, { status: 'failed', tries: tries + 1, reason })
    refused({ ...message, status: 'failed', tries: tries + 1, reason })
    return true
  }

  return {
    get: () => messages,

    add(receiverId: string, content: { text: string; image: string }) {
      const clientId = crypto.randomUUID()
      const createdAt = new Date().toISOString()
      set([...messages, { clientId, receiverId, ...content, createdAt, status: 'waiting', tries: 0 }])
      void flush()
    },

    /** Tries one again that was refused, behind those that wait already. */
    retry(clientId: string) {
      const message = messages.find((one) => one.clientId === clientId)
      if (message?.status === 'failed') {
        const others = messages.filter((one) => one !== message)
        set([...others, { ...message, status: 'waiting', reason: undefined }])
      }
      void flush()
    },

    /** The message was stored, whatever the answer to its sending was, or is not wanted any more. */
    remove,

    /** There is hope again: tries at once. */
    flush,

    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}

const firstOf = (messages: readonly Outgoing[]) => messages.find(({ status }) => status !== 'failed')

const hasNoImage = ({ image }: Outgoing) => image === ''

/** Whether it was stored is not known: it is sent again, and stored once. */
const afterReload = (message: Outgoing): Outgoing =>
  message.status === 'sending' ? { ...message, status: 'waiting' } : message

/** No line, too fast, or a server that is busy or starting: worth the same try again. */
const isPassing = ({ status }: Failure) => [0, 408, 429, 502, 503, 504].includes(status)
