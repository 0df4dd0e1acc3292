import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import nodemailer from 'nodemailer'
import type { Config } from '../config.ts'
import { createFolder, syncFolder, writeDurably } from '../lib/durable.ts'
import { newId } from '../lib/ids.ts'
import type { Mail, Mailer } from './mailer.ts'

/** Of silence: a mail server that hangs must not hold up the mails after it (X6); the job is retried. */
const TIMEOUT_MS = 20_000

/** Sends mail by SMTP if SMTP_URL is set, else writes `.eml` files into the outbox of the data directory. */
export function openMailer(config: Config, log: FastifyBaseLogger, timeoutMs = TIMEOUT_MS): Mailer {
  return config.SMTP_URL && config.MAIL !== 'outbox'
    ? smtpMailer(config, config.SMTP_URL, timeoutMs)
    : outboxMailer(config, log)
}

function smtpMailer(config: Config, url: string, timeoutMs: number): Mailer {
  const timeouts = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs }
  const transport = nodemailer.createTransport({ url, ...timeouts }, { from: config.MAIL_FROM })
  const composer = createComposer(config)
  return {
    send: async (mail) => {
      await transport.sendMail(mail)
    },
    rehearse: async (mail) => {
      await composer.sendMail(mail)
      // Connects and signs in to the mail server.
      await transport.verify()
    },
    close: async () => transport.close(),
  }
}

function outboxMailer(config: Config, log: FastifyBaseLogger): Mailer {
  const folder = join(config.DATA_DIR, 'outbox')
  const folderIsThere = createFolder(folder)
  const composer = createComposer(config)
  const write = async (mail: Mail): Promise<string> => {
    await folderIsThere()
    const { message } = await composer.sendMail(mail)
    const file = join(folder, `${newId()}.eml`)
    await writeDurably(`${file}.part`, message as Buffer)
    return file
  }
  return {
    send: async (mail) => {
      const file = await write(mail)
      await rename(`${file}.part`, file)
      // Synced, because the job that requested it ends now.
      await syncFolder(folder)
      // The links in it must not be in the log (G15).
      log.info({ file }, 'mail written')
    },
    rehearse: async (mail) => {
      await rm(`${await write(mail)}.part`)
      await syncFolder(folder)
    },
    close: async () => composer.close(),
  }
}

const createComposer = (config: Config) =>
  nodemailer.createTransport({ streamTransport: true, buffer: true }, { from: config.MAIL_FROM })
