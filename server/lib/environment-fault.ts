import { databaseFault } from './db.ts'
import { StartError } from './errors.ts'

/** PostgreSQL refuses this role: a wrong password, no right to a schema or to a table. */
const REFUSED = /^(28|3D|42501)/

/**
 * The lines of an error that an operator can mend: a refused start, or a fault of a file, an engine or the network.
 * Undefined for a bug, whose stack is needed.
 */
export function environmentFault(error: unknown): string | undefined {
  if (error instanceof StartError) return error.message
  const { code = '', message, syscall } = (error ?? {}) as NodeJS.ErrnoException
  const fault = databaseFault(error)
  if (code === 'ENOSPC' || fault === 'full')
    return `The disk is full (${message}). Free some space, then try again.`
  if (fault === 'unavailable' || REFUSED.test(code)) return `The database: ${message}.`
  return syscall === undefined ? undefined : `${message}.`
}
