import type { Message } from '#contract/inbox.ts'
import { m } from '#contract/texts.ts'
import { type Failure, isFailure } from '../lib/api-failure.ts'
import { tabStorage } from './tab-storage.ts'

/** An unsent message. `clientId` is its idempotency key: the same over all tries (S6). */
export type Outgoing = {
  clientId: string
  receiverId: string
  text: string
  /** A data URL, or ''. */
  image: string
  /** Already uploaded. */
  file?: Message['file'] | undefined
  quote?: Message['quote'] | undefined
  createdAt: string
  /** 'failed' was refused and needs an action; 'waiting' is retried automatically. */
  status: 'waiting' | 'sending' | 'failed'
  /** The number of failed tries, and the server's last reason. */
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

const FIRST_BACKOFF_MS = 1000
const MAX_BACKOFF_MS = 15_000

/** Sends one message after the other, in order. A lost connection pauses the queue, a refusal does not. */
export function createOutbox({ storageKey, send, changed, sent, refused }: Needs) {
  let messages: readonly Outgoing[] = (tabStorage.read<Outgoing[]>(storageKey) ?? []).map(afterReload)
  let isSending = false
  let isClosed = false
  let failedTries = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function set(next: readonly Outgoing[]) {
    messages = next
    if (next.length === 0) tabStorage.remove(storageKey)
    // Images may exceed the storage quota; then at least the texts survive a reload.
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

  /** False when the queue has to pause. */
  async function deliver(message: Outgoing): Promise<boolean> {
    const { clientId, tries } = message
    update(clientId, { status: 'sending' })
    const response = await send(message)
    if (isClosed) return false
    if (!isFailure(response)) {
      failedTries = 0
      remove(clientId)
      sent(response)
      return true
    }
    const reason = response.status >= 400 && response.status < 500 ? response.message : undefined
    if (isTransient(response)) {
      update(clientId, { status: 'waiting', tries: tries + 1, reason })
      timer = setTimeout(() => void flush(), Math.min(FIRST_BACKOFF_MS * 2 ** failedTries, MAX_BACKOFF_MS))
      failedTries += 1
      return false
    }
    // Only logged (ERR-57).
    console.error(m.chat_send_failed(), response)
    update(clientId, { status: 'failed', tries: tries + 1, reason })
    refused({ ...message, status: 'failed', tries: tries + 1, reason })
    return true
  }

  return {
    get: () => messages,

    add(receiverId: string, content: Pick<Outgoing, 'text' | 'image' | 'file' | 'quote'>) {
      const clientId = crypto.randomUUID()
      const createdAt = new Date().toISOString()
      set([...messages, { clientId, receiverId, ...content, createdAt, status: 'waiting', tries: 0 }])
      void flush()
    },

    /** Retries a refused message, after those that are waiting. */
    retry(clientId: string) {
      const message = messages.find((one) => one.clientId === clientId)
      if (message?.status === 'failed') {
        const others = messages.filter((one) => one !== message)
        set([...others, { ...message, status: 'waiting', reason: undefined }])
      }
      void flush()
    },

    /** For a message that arrived over the socket or was discarded. */
    remove,

    /** Retries at once, as after a reconnect. */
    flush,

    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}

const firstOf = (messages: readonly Outgoing[]) => messages.find(({ status }) => status !== 'failed')

const hasNoImage = ({ image }: Outgoing) => image === ''

/** A message under way may be stored already; the idempotency key prevents a duplicate. */
const afterReload = (message: Outgoing): Outgoing =>
  message.status === 'sending' ? { ...message, status: 'waiting' } : message

/** Offline, rate-limited, or a busy or starting server. */
const isTransient = ({ status }: Failure) => [0, 408, 429, 502, 503, 504].includes(status)
