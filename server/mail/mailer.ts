import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import { inSpan } from '../lib/spans.ts'
import type { Mailer } from './mail-transport.ts'

/** Loaded with the first mail, since it would slow the start. */
export function createMailer(config: Config, log: FastifyBaseLogger): Mailer {
  let opened: Promise<Mailer> | undefined
  const open = () => {
    opened ??= import('./mail-transport.ts').then(({ openMailer }) => openMailer(config, log))
    return opened
  }
  return {
    send: (mail) =>
      inSpan('send mail', { 'puente.mail.transport': config.mailTransport }, async () =>
        (await open()).send(mail),
      ),
    dryRun: async (mail) => (await open()).dryRun(mail),
    close: async () => (await opened)?.close(),
  }
}
