// How the programs find their settings. Imports only Node's own modules, runs on Node 20 or newer.
import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs'

/**
 * A login shell, sudo and systemd set variables that have the names of settings: MAIL is the mailbox of the user, LANGUAGE a
 * list of languages for messages. They are no settings, and must not hide those of the file.
 * @param {Record<string, string | undefined>} environment
 * @returns {string[]} the names of these
 */
export function namesOfLogin({ MAIL = '', LANGUAGE = '' }) {
  return [...(MAIL.startsWith('/') ? ['MAIL'] : []), ...(/[_:.]|^C$/.test(LANGUAGE) ? ['LANGUAGE'] : [])]
}

/** They would have precedence over the file. */
export function forgetLogin() {
  for (const name of namesOfLogin(process.env)) delete process.env[name]
}

/**
 * Adds the settings of the file to the environment, which has precedence. Returns a reason if they cannot be read.
 * @param {string} file
 * @returns {string | undefined}
 */
export function loadSettings(file) {
  forgetLogin()
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
 * Root must not write here: the server could neither read nor change files of root in its data directory.
 * Returns the reason.
 * @param {string} dataDir
 * @returns {string | undefined}
 */
export function foreignData(dataDir) {
  const owner = statSync(dataDir, { throwIfNoEntry: false })?.uid
  const user = process.geteuid?.()
  if (owner === undefined || user === undefined || owner === user) return undefined
  if (user !== 0 && mayWrite(dataDir)) return undefined
  return `The data directory ${dataDir} belongs to another user. ${asOwner(owner)}`
}

/** @param {string} folder */
function mayWrite(folder) {
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** @param {number} id */
function asOwner(id) {
  const name = nameOf(id)
  return `Run this as that user${name ? `: sudo -u ${name} puente …` : ` (id ${id}).`}`
}

/**
 * @param {number} id
 * @returns {string | undefined}
 */
function nameOf(id) {
  try {
    const users = readFileSync('/etc/passwd', 'utf8').split('\n')
    return users.map((line) => line.split(':')).find((fields) => fields[2] === String(id))?.[0]
  } catch {
    return undefined
  }
}
