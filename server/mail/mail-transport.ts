import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import nodemailer from 'nodemailer'
import type { Config } from '../config.ts'
import { createFolder, syncFolder, writeDurably } from '../lib/durable.ts'
import { newId } from '../lib/ids.ts'
import type { Mail, Mailer } from './mailer.ts'

/** Sends mail by SMTP if SMTP_URL is set, else writes `.eml` files into the outbox of the data directory. */
export function openMailer(config: Config, log: FastifyBaseLogger): Mailer {
  return config.SMTP_URL && config.MAIL !== 'outbox'
    ? smtpMailer(config, config.SMTP_URL)
    : outboxMailer(config, log)
}

function smtpMailer(config: Config, url: string): Mailer {
  const transport = nodemailer.createTransport(url, { from: config.MAIL_FROM })
  return {
    send: async (mail) => {
      await transport.sendMail(mail)
    },
    close: async () => transport.close(),
  }
}

function outboxMailer(config: Config, log: FastifyBaseLogger): Mailer {
  const folder = join(config.DATA_DIR, 'outbox')
  const folderIsThere = createFolder(folder)
  const transport = nodemailer.createTransport(
    { streamTransport: true, buffer: true },
    { from: config.MAIL_FROM },
  )
  return {
    send: async (mail: Mail) => {
      await folderIsThere()
      const { message } = await transport.sendMail(mail)
      const file = join(folder, `${newId()}.eml`)
      // Synced, because the job that requested it ends now.
      await writeDurably(`${file}.part`, message as Buffer)
      await rename(`${file}.part`, file)
      await syncFolder(folder)
      // The links in it must not be in the log (G15).
      log.info({ file }, 'mail written')
    },
    close: async () => transport.close(),
  }
}
