import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import { inSpan } from '../lib/spans.ts'

/**
 * One mail, as text and perhaps HTML. `replyTo` is the sender of a support ticket. A mail with an `id` that is retried
 * after a kill replaces itself in the outbox; by SMTP both have the same Message-ID.
 */
export type Mail = {
  id?: string
  messageId?: string
  to: string
  subject: string
  text: string
  html?: string
  replyTo?: string
  headers?: Record<string, string>
}

export type Mailer = {
  /** Rejects if the mail could not be handed over. */
  send: (mail: Mail) => Promise<void>
  /** The work of `send` without the delivery, for a mail without an addressee. */
  rehearse: (mail: Mail) => Promise<void>
  close: () => Promise<void>
}

/** Loaded with the first mail, since it would slow the start. */
export function createMailer(config: Config, log: FastifyBaseLogger): Mailer {
  const transport = config.SMTP_URL && config.MAIL !== 'outbox' ? 'smtp' : 'outbox'
  let opened: Promise<Mailer> | undefined
  const open = () => {
    opened ??= import('./mail-transport.ts').then(({ openMailer }) => openMailer(config, log))
    return opened
  }
  return {
    send: (mail) =>
      inSpan('send mail', { 'puente.mail.transport': transport }, async () => (await open()).send(mail)),
    rehearse: async (mail) => (await open()).rehearse(mail),
    close: async () => (await opened)?.close(),
  }
}
