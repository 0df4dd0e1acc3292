import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'

/** One mail, as text and perhaps HTML. `replyTo` is the sender of a support ticket. */
export type Mail = { to: string; subject: string; text: string; html?: string; replyTo?: string }

export type Mailer = {
  /** Rejects if the mail could not be handed over. */
  send: (mail: Mail) => Promise<void>
  /** The work of `send` without the delivery, for a mail that has no addressee. */
  rehearse: (mail: Mail) => Promise<void>
  close: () => Promise<void>
}

/** Loaded with the first mail: it would take a good part of the start. */
export function createMailer(config: Config, log: FastifyBaseLogger): Mailer {
  let opened: Promise<Mailer> | undefined
  const open = () => {
    opened ??= import('./mail-transport.ts').then(({ openMailer }) => openMailer(config, log))
    return opened
  }
  return {
    send: async (mail) => (await open()).send(mail),
    rehearse: async (mail) => (await open()).rehearse(mail),
    close: async () => (await opened)?.close(),
  }
}
