import { StartError } from './lib/errors.ts'
import { nearestName } from './lib/nearest-name.ts'

export const DEFAULT_BACKUPS = 14

/** The commands of operators: their arguments in each form, and what they do. */
export const HELP = {
  start: { forms: [''], does: 'starts the server' },
  doctor: {
    forms: ['[--send-to ADDRESS]'],
    does: 'checks settings, engines, disk, backups and more, one line each; sends a mail to the address',
  },
  backup: {
    forms: [`--to DIR [--keep ${DEFAULT_BACKUPS}] [--without-files]`],
    does: 'copies rows and uploads into DIR/puente-DATE, beside the running server',
  },
  restore: {
    forms: ['--from DIR/puente-DATE | s3:puente-DATE [--identity FILE] [--allow-missing]', '--undo'],
    does: 'replaces the data with a backup, or undoes that; stop all servers first',
  },
  'db:move': {
    forms: ['--to postgres://… [--files DIR] [--from DIR]'],
    does: 'copies the data directory, or a backup, into PostgreSQL; stop the server first',
  },
  'export-user': { forms: ['EMAIL [FOLDER]'], does: 'writes all data stored about a person' },
  'erase-user': { forms: ['EMAIL'], does: 'erases a person immediately and permanently' },
  'reactivate-user': { forms: ['EMAIL'], does: 'undoes a deactivation, a suspension or a ban' },
  'second-factor-off': {
    forms: ['EMAIL'],
    does: 'allows signing in with the password alone, after a lost phone and lost recovery codes',
  },
  moderator: { forms: ['EMAIL [--remove]'], does: 'makes an account a moderator, or removes that role' },
  jobs: {
    forms: ['', 'retry ID | retry all'],
    does: 'lists waiting and failed mails and other jobs, or retries failed ones',
  },
}
export type Command = keyof typeof HELP

export const isCommand = (name: string): name is Command => Object.hasOwn(HELP, name)

/** Of all commands, or of one. */
export function helpOf(name?: Command): string {
  const commands = name === undefined ? Object.entries(HELP) : [[name, HELP[name]] as const]
  const lines = commands.flatMap(([command, { forms, does }]) => [
    ...forms.map((form) => `  puente ${command} ${form}`.trimEnd()),
    `      ${does}`,
  ])
  const settings = 'Settings come from the environment and from the file .env. All of it: docs/operations.md'
  return ['Usage:', ...lines, ...(name === undefined ? ['', settings] : [])].join('\n')
}

/** The arguments of the command were wrong, for this reason. */
export const usageError = (name: Command, reason: string): StartError =>
  new StartError(`${reason}\n${helpOf(name)}`)

export function unknownCommand(name: string): StartError {
  const nearest = nearestName(name, Object.keys(HELP))
  const hint = nearest ? ` Do you mean ${nearest}?` : ''
  return new StartError(`There is no command ${name}.${hint} \`puente help\` lists them.`)
}
