import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { backup } from './backup/backup.ts'
import { move } from './backup/move.ts'
import { createProgress } from './backup/progress.ts'
import { restore, undoRestore } from './backup/restore.ts'
import { type Config, readConfig } from './config.ts'
import { createFileStore } from './files/disk-store.ts'
import { openBucket } from './files/open-store.ts'
import { StartError } from './lib/errors.ts'
import { ACCOUNT_COMMANDS } from './users/account-commands.ts'

const DEFAULT_BACKUPS = 14

const USAGE = `Usage:
  backup --to DIR [--keep ${DEFAULT_BACKUPS}]
  restore --from DIR/puente-…
  restore --undo
  db:move --to postgres://… [--files DIR] [--from DIR]
  export-user EMAIL [FOLDER]
  erase-user EMAIL
  reactivate-user EMAIL`

const progress = createProgress()

/** Operator commands on the data, beside the server. Configured by the environment, like the server. */
const COMMANDS: Record<string, (args: string[]) => Promise<string>> = {
  ...ACCOUNT_COMMANDS,

  async backup(args) {
    const { to, keep } = options(args, { to: 'string', keep: 'string' })
    if (typeof to !== 'string') throw new StartError(USAGE)
    const count = Number(keep ?? DEFAULT_BACKUPS)
    if (!Number.isInteger(count) || count < 1) throw new StartError('--keep: must be a number from 1 on.')
    const { folder, manifest } = await backup(await storageOf(readConfig(process.env)), {
      to,
      keep: count,
      progress,
    })
    const lost = manifest.lost.length
    if (lost > 0) progress.say(`${lost} uploads have no bytes in the store: ${manifest.lost.join(', ')}`)
    return `Backup complete: ${folder} (${rowsIn(manifest.tables)} rows, ${manifest.files} files)`
  },

  async restore(args) {
    const { from, undo } = options(args, { from: 'string', undo: 'boolean' })
    const target = await storageOf(readConfig(process.env))
    if (undo === true) {
      await undoRestore(target, { progress })
      return 'What stood there before the last restore is back. `restore --undo` exchanges the two again.'
    }
    if (typeof from !== 'string') throw new StartError(USAGE)
    const manifest = await restore(from, target, { progress })
    return `Restored: ${rowsIn(manifest.tables)} rows, ${manifest.files} files of ${manifest.madeAt}. \`restore --undo\` goes back.`
  },

  async 'db:move'(args) {
    const { to, files, from } = options(args, { to: 'string', files: 'string', from: 'string' })
    // The settings of the source: the target comes by the command.
    const config = readConfig({ ...process.env, DATABASE_URL: undefined })
    if (typeof to !== 'string' || !/^postgres(ql)?:\/\//.test(to)) throw new StartError(USAGE)
    const { tables, lost } = await move({
      from: typeof from === 'string' ? from : config.DATA_DIR,
      to: { url: to, schema: config.DATABASE_SCHEMA },
      files: typeof files === 'string' ? createFileStore(join(files, 'files')) : await openBucket(config),
      progress,
    })
    if (lost.length > 0) progress.say(`${lost.length} uploads had no bytes: ${lost.join(', ')}`)
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

function options(args: string[], known: Record<string, 'string' | 'boolean'>) {
  try {
    const shapes = Object.fromEntries(Object.entries(known).map(([name, type]) => [name, { type }]))
    return parseArgs({ args, options: shapes }).values
  } catch (error) {
    throw new StartError(`${(error as Error).message}\n${USAGE}`)
  }
}

async function main([name = '', ...args]: string[]): Promise<void> {
  const command = COMMANDS[name]
  if (!command) throw new StartError(USAGE)
  console.log(await command(args))
}

main(process.argv.slice(2)).catch((error: unknown) => {
  if (error instanceof StartError) console.error(error.message.replaceAll(/^/gm, 'puente: '))
  else console.error(error)
  process.exitCode = 1
})
