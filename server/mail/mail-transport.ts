import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import nodemailer from 'nodemailer'
import type { Config, MailTransport } from '../config.ts'
import { PermanentFailure } from '../jobs/jobs.ts'
import { createFolder, syncFolder, writeDurably } from '../lib/durable.ts'
import { newId } from '../lib/ids.ts'

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
  dryRun: (mail: Mail) => Promise<void>
  close: () => Promise<void>
}

/** A frozen mail server must not delay other mails (X6); the job is retried. */
const TIMEOUTS = {
  /** Without a response. */
  silenceMs: 20_000,
  /** The timeout of one mail, however slow the server is. */
  mailMs: 60_000,
}
const IDLE_MS = 30_000
/** A refusal of the sender, the receiver or the message; refused credentials (EAUTH) are no fault of the mail. */
const REFUSALS = ['EENVELOPE', 'EMESSAGE']

type Open = (config: Config, log: FastifyBaseLogger, timeouts: typeof TIMEOUTS) => Mailer

/** By SMTP, or as `.eml` files in the outbox of the data directory. */
const TRANSPORTS: Record<MailTransport, Open> = { smtp: smtpMailer, outbox: outboxMailer }

export const openMailer = (config: Config, log: FastifyBaseLogger, timeouts = TIMEOUTS): Mailer =>
  TRANSPORTS[config.mailTransport](config, log, timeouts)

function smtpMailer(config: Config, _log: FastifyBaseLogger, { silenceMs, mailMs }: typeof TIMEOUTS): Mailer {
  const transport = nodemailer.createTransport(
    {
      url: config.SMTP_URL,
      pool: true,
      maxConnections: config.SMTP_CONNECTIONS,
      rateLimit: config.SMTP_RATE,
      idleTimeout: IDLE_MS,
      connectionTimeout: silenceMs,
      greetingTimeout: silenceMs,
      socketTimeout: silenceMs,
    },
    { from: config.MAIL_FROM },
  )
  const composer = createComposer(config)
  return {
    send: async (mail) => {
      try {
        // Aborting it closes its connection.
        await transport.sendMail({ ...mail, signal: AbortSignal.timeout(mailMs) })
      } catch (error) {
        throw isRefusal(error) ? asPermanent(error) : error
      }
    },
    dryRun: async (mail) => {
      await composer.sendMail(mail)
      // Connects and signs in to the mail server.
      await transport.verify()
    },
    close: async () => transport.close({ force: true }),
  }
}

type SmtpError = Error & { code: string; responseCode: number }

const isRefusal = (error: unknown): error is SmtpError => {
  const { code = '', responseCode = 0 } = error as Partial<SmtpError>
  return REFUSALS.includes(code) && responseCode >= 500
}

const asPermanent = ({ message, code, responseCode }: SmtpError) =>
  Object.assign(new PermanentFailure(message), { code, responseCode })

function outboxMailer(config: Config, log: FastifyBaseLogger): Mailer {
  const folder = join(config.DATA_DIR, 'outbox')
  const folderIsThere = createFolder(folder)
  const composer = createComposer(config)
  const write = async (mail: Mail): Promise<string> => {
    await folderIsThere()
    const { message } = await composer.sendMail(mail)
    const file = join(folder, `${mail.id ?? newId()}.eml`)
    // Left by a killed process: it would block every retry.
    await rm(`${file}.part`, { force: true })
    await writeDurably(`${file}.part`, message as Buffer)
    return file
  }
  return {
    send: async (mail) => {
      const file = await write(mail)
      await rename(`${file}.part`, file)
      // Synced, because its job ends now.
      await syncFolder(folder)
      // Its links must not be in the log (G15).
      log.info({ file }, 'mail written')
    },
    dryRun: async (mail) => {
      await rm(`${await write(mail)}.part`)
      await syncFolder(folder)
    },
    close: async () => composer.close(),
  }
}

const createComposer = (config: Config) =>
  nodemailer.createTransport({ streamTransport: true, buffer: true }, { from: config.MAIL_FROM })
