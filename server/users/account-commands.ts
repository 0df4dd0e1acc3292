import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import pino from 'pino'
import { readConfig } from '../config.ts'
import { StartError } from '../lib/errors.ts'
import { addModerator, removeModerator } from '../moderation/moderators.ts'
import { openServices, requireDatabase } from '../open-services.ts'
import { type Command, usageError } from '../operator-help.ts'
import type { Services } from '../services.ts'
import { findAccountId } from './erasure.queries.ts'
import { eraseUserAtOnce } from './erasure.ts'
import { exportUser } from './export.ts'
import { reactivate } from './reactivation.ts'
import { deleteFactors, listMethods } from './second-factor.queries.ts'
import { syncVisibility } from './visibility.ts'

/** Operator commands for one account; each returns its result line. */
export const ACCOUNT_COMMANDS = {
  'export-user': onAccount('export-user', writeExport, (folder) => !folder.startsWith('-')),

  'erase-user': onAccount('erase-user', async (services, email) => {
    const id = await findAccountId(services.db, email)
    if (id === undefined) return `There is nothing to erase: no account has the address ${email}.`
    await eraseUserAtOnce(services, id)
    await invalidateCaches(services)
    return `${email} is erased. The address can be registered again.`
  }),

  moderator: onAccount('moderator', setModerator, (option) => option === '--remove'),

  'second-factor-off': onAccount('second-factor-off', async ({ db, jobs }, email) => {
    const id = await requireAccount({ db }, email)
    const isDone = await db.transaction().execute(async (tx) => {
      if ((await listMethods(tx, id)).length === 0) return false
      await deleteFactors(tx, id)
      await jobs.add(tx, 'account safety mail', { userId: id, what: 'offByOperator' })
      return true
    })
    return isDone
      ? `${email} signs in with the password alone, and is notified by mail. Sessions go on: end them with a new password.`
      : `There is nothing to do: ${email} has no second factor.`
  }),

  'reactivate-user': onAccount('reactivate-user', async (services, email) => {
    const id = await requireAccount(services, email)
    const isDone = await services.db.transaction().execute((tx) => reactivate(tx, id))
    if (!isDone) return `There is nothing to do: ${email} is active.`
    await syncVisibility(services, id)
    await invalidateCaches(services)
    return `${email} is active again and signs in with the old password.`
  }),
}

async function writeExport(services: Services, email: string, folder: string | undefined): Promise<string> {
  // npm changes to the project's folder and passes the caller's in INIT_CWD. An address may contain slashes.
  const target = folder
    ? resolve(process.env.INIT_CWD ?? '.', folder)
    : resolve(services.config.DATA_DIR, 'exports', email.replaceAll('/', '_'))
  if (existsSync(target)) throw new StartError(`${target} exists already: name another folder.`)
  await exportUser(services, await requireAccount(services, email), target)
  return `All data stored about ${email} was written to ${target}.`
}

async function setModerator(services: Services, email: string, option: string | undefined): Promise<string> {
  const id = await requireAccount(services, email)
  if (option === '--remove') {
    const isDone = await removeModerator(services.db, id)
    const isNamed = services.config.MODERATOR_EMAILS.includes(email)
    if (isNamed) return `${email} stands in MODERATOR_EMAILS and stays a moderator until that changes.`
    return isDone ? `${email} is no moderator any more.` : `There is nothing to do: ${email} is no moderator.`
  }
  const isNew = await addModerator(services.db, id)
  return isNew ? `${email} is a moderator.` : `There is nothing to do: ${email} is a moderator already.`
}

type AccountCommand = (services: Services, email: string, more: string | undefined) => Promise<string>

/** Parses EMAIL and perhaps one more argument, and opens the services beside a running server (D-2). */
function onAccount(command: Command, act: AccountCommand, allows: (word: string) => boolean = () => false) {
  return async ([email = '', word, ...others]: string[]): Promise<string> => {
    if (!email.includes('@'))
      throw usageError(command, email ? `${email} is no address.` : 'EMAIL is missing.')
    const wrong = word !== undefined && !allows(word) ? word : others[0]
    if (wrong !== undefined) throw usageError(command, `${wrong} is none of its arguments.`)
    const config = readConfig(process.env)
    requireDatabase(config)
    const services = await openServices(config, pino({ level: 'silent' }))
    try {
      return await act(services, email.trim().toLowerCase(), word)
    } finally {
      await services.close()
    }
  }
}

async function requireAccount({ db }: Pick<Services, 'db'>, email: string): Promise<string> {
  const id = await findAccountId(db, email)
  if (id === undefined) throw new StartError(`No account has the address ${email}.`)
  return id
}

/** A running server caches rendered pages; it reads this job from the database. */
const invalidateCaches = ({ db, jobs }: Services) => jobs.add(db, 'invalidate caches', {})
