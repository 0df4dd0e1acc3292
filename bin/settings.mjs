// The settings of the programs. Imports only Node's own modules, runs on Node 20 or newer.
import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs'

/**
 * The names of variables that a login shell, sudo or systemd sets and that are no settings: MAIL is the mailbox of the user,
 * LANGUAGE a list of languages for messages.
 * @param {Record<string, string | undefined>} environment
 * @returns {string[]}
 */
export function loginVariables({ MAIL = '', LANGUAGE = '' }) {
  return [...(MAIL.startsWith('/') ? ['MAIL'] : []), ...(/[_:.]|^C$/.test(LANGUAGE) ? ['LANGUAGE'] : [])]
}

/** They would have precedence over settings of the file. */
export function deleteLoginVariables() {
  for (const name of loginVariables(process.env)) delete process.env[name]
}

/**
 * Adds the settings of the file to the environment, which has precedence. Returns a reason if they cannot be read.
 * @param {string} file
 * @returns {string | undefined}
 */
export function loadSettings(file) {
  deleteLoginVariables()
  if (!existsSync(file)) return undefined
  try {
    accessSync(file, constants.R_OK)
    process.loadEnvFile(file)
    return undefined
  } catch (error) {
    const { code, message } = /** @type {NodeJS.ErrnoException} */ (error)
    if (code !== 'EACCES') return `The settings in ${file} cannot be read: ${message}.`
    return `The settings in ${file} may not be read by this user. ${asOwner(statSync(file).uid)}`
  }
}

/**
 * The reason if this user must not write into the data directory. Root must not if it is another user's, as the server could
 * neither read nor change the files of root.
 * @param {string} dataDir
 * @returns {string | undefined}
 */
export function ownerProblem(dataDir) {
  const owner = statSync(dataDir, { throwIfNoEntry: false })?.uid
  const user = process.geteuid?.()
  if (owner === undefined || user === undefined || owner === user) return undefined
  if (user !== 0 && isWritable(dataDir)) return undefined
  return `The data directory ${dataDir} belongs to another user. ${asOwner(owner)}`
}

/** @param {string} folder */
function isWritable(folder) {
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** @param {number} id */
function asOwner(id) {
  const users = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8').split('\n') : []
  const [name] = users.map((line) => line.split(':')).find((fields) => fields[2] === String(id)) ?? []
  return `Run this as that user${name ? `: sudo -u ${name} puente …` : ` (id ${id}).`}`
}
