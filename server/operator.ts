import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { backup } from './backup/backup.ts'
import { copyToBucket, openBackupBucket } from './backup/backup-bucket.ts'
import type { Sums } from './backup/manifest.ts'
import { move } from './backup/move.ts'
import { withPlainBackup } from './backup/plain-backup.ts'
import { createProgress } from './backup/progress.ts'
import { eraseAgain, listErasures } from './backup/repeat-erasures.ts'
import { refuseIfServed, restore, undoRestore } from './backup/restore.ts'
import { createSeal } from './backup/seal.ts'
import { type Config, readConfig } from './config.ts'
import { reasonOf } from './doctor/check-result.ts'
import { doctor } from './doctor/doctor.ts'
import { createFileStore } from './files/disk-store.ts'
import { openBucket } from './files/open-store.ts'
import { jobs } from './jobs/job-commands.ts'
import { environmentFault } from './lib/environment-fault.ts'
import { ApiError, StartError } from './lib/errors.ts'
import {
  type Command,
  DEFAULT_BACKUPS,
  helpOf,
  isCommand,
  unknownCommand,
  usageError,
} from './operator-help.ts'
import { ACCOUNT_COMMANDS } from './users/account-commands.ts'

const progress = createProgress()

/** The operator's commands on the data, beside the server and configured like it. */
const COMMANDS: Record<Command, (args: string[]) => Promise<string>> = {
  ...ACCOUNT_COMMANDS,
  jobs,

  // The program of the server gets no arguments (bin/puente.mjs).
  async start() {
    throw usageError('start', 'It takes no arguments.')
  },

  async doctor(args) {
    const { 'send-to': sendTo } = options('doctor', args, { 'send-to': 'string' })
    const { lines, isHealthy } = await doctor(process.env, {
      sendTo: typeof sendTo === 'string' ? sendTo : undefined,
    })
    if (!isHealthy) process.exitCode = 1
    return lines.join('\n')
  },

  async backup(args) {
    const {
      to,
      keep,
      'without-files': withoutFiles,
    } = options('backup', args, { to: 'string', keep: 'string', 'without-files': 'boolean' })
    if (typeof to !== 'string') throw usageError('backup', '--to is missing.')
    const count = Number(keep ?? DEFAULT_BACKUPS)
    if (!Number.isInteger(count) || count < 1) throw new StartError('--keep: must be at least 1.')
    const config = readConfig(process.env)
    const bucket = openBackupBucket(config)
    const { folder, manifest } = await backup(await storageOf(config), {
      to,
      keep: count,
      progress,
      seal: config.BACKUP_RECIPIENTS.length > 0 ? await createSeal(config.BACKUP_RECIPIENTS) : undefined,
      withoutFiles: withoutFiles === true,
      ...(bucket && {
        onComplete: (made: string, sums: Sums) =>
          copyToBucket(bucket, made, { name: basename(made), sums, keep: count, progress }),
      }),
    })
    const lost = manifest.lost.length
    if (lost > 0) progress.log(`${lost} uploads have no bytes in the store: ${manifest.lost.join(', ')}`)
    const copy = bucket ? `, and in the bucket ${config.BACKUP_S3_BUCKET}` : ''
    return `Backup complete: ${folder}${copy} (${rowsIn(manifest.tables)} rows, ${manifest.files} files)`
  },

  async restore(args) {
    const {
      from,
      undo,
      identity,
      'allow-missing': allowMissing,
    } = options('restore', args, {
      from: 'string',
      undo: 'boolean',
      identity: 'string',
      'allow-missing': 'boolean',
    })
    if (undo === true ? args.length > 1 : typeof from !== 'string')
      throw usageError('restore', 'Give either --from or --undo.')
    const config = readConfig(process.env)
    const target = await storageOf(config)
    await refuseIfServed(target)
    const erasures = await listErasures(config)
    const repeat = async () => {
      const count = await eraseAgain(config, erasures)
      if (count > 0) progress.log(`Accounts erased again: ${count}.`)
    }
    if (typeof from !== 'string') {
      await undoRestore(target, { progress })
      await repeat()
      return 'The data from before the last restore is back. `puente restore --undo` swaps the two again.'
    }
    const identityFile = typeof identity === 'string' ? identity : undefined
    const manifest = await withPlainBackup(from, { config, identityFile, progress }, (folder) =>
      restore(folder, target, { progress, allowMissing: allowMissing === true }),
    )
    await repeat()
    return `Restored: ${rowsIn(manifest.tables)} rows, ${manifest.files} files of ${manifest.madeAt}. \`puente restore --undo\` goes back.`
  },

  async 'db:move'(args) {
    const { to, files, from } = options('db:move', args, { to: 'string', files: 'string', from: 'string' })
    // The settings of the source; the target is an argument.
    const config = readConfig({ ...process.env, DATABASE_URL: undefined })
    if (typeof to !== 'string' || !/^postgres(ql)?:\/\//.test(to))
      throw usageError('db:move', '--to is missing, or is not a PostgreSQL URL.')
    const { tables, lost } = await move({
      from: typeof from === 'string' ? from : config.DATA_DIR,
      to: { url: to, schema: config.DATABASE_SCHEMA },
      files: typeof files === 'string' ? createFileStore(join(files, 'files')) : await openBucket(config),
      progress,
    })
    if (lost.length > 0) progress.log(`${lost.length} uploads had no bytes: ${lost.join(', ')}`)
    return `Moved: ${rowsIn(tables)} rows. Start the server with DATABASE_URL, and with the content of the file \`secret\` as JWT_SECRET.`
  },
}

async function storageOf(config: Config) {
  const bucket = await openBucket(config)
  return {
    dataDir: config.DATA_DIR,
    postgres: config.DATABASE_URL ? { url: config.DATABASE_URL, schema: config.DATABASE_SCHEMA } : undefined,
    files: bucket ?? createFileStore(join(config.DATA_DIR, 'files')),
    hasBucket: bucket !== undefined,
  }
}

const rowsIn = (tables: Record<string, { rows: number }>): number =>
  Object.values(tables).reduce((sum, { rows }) => sum + rows, 0)

function options(command: Command, args: string[], known: Record<string, 'string' | 'boolean'>) {
  try {
    const shapes = Object.fromEntries(Object.entries(known).map(([name, type]) => [name, { type }]))
    return parseArgs({ args, options: shapes }).values
  } catch (error) {
    throw usageError(command, (error as Error).message)
  }
}

async function main([name, ...args]: string[]): Promise<void> {
  if (name === undefined) {
    console.error(helpOf())
    process.exitCode = 1
  } else if (['help', '--help', '-h'].includes(name)) {
    const [of] = args
    console.log(helpOf(of !== undefined && isCommand(of) ? of : undefined))
  } else if (!isCommand(name)) throw unknownCommand(name)
  else if (args.includes('--help') || args.includes('-h')) console.log(helpOf(name))
  else console.log(await COMMANDS[name](args))
}

main(process.argv.slice(2)).catch((error: unknown) => {
  // The commands call no routes: such an error comes from the S3 client.
  const reason = error instanceof ApiError ? `The bucket: ${reasonOf(error)}` : environmentFault(error)
  if (reason === undefined) console.error(error)
  else console.error(reason.replaceAll(/^/gm, 'puente: '))
  process.exitCode = 1
})
