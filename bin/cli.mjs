// Running programs. Imports only Node's own modules, runs on Node 20 or newer.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** An expected failure with a complete message: printed without a stack. */
export class CliError extends Error {}

/**
 * Runs a script with the project's folder and sets the exit code: the script's result, 1 for an expected failure.
 * @param {(root: string) => Promise<number | void>} script
 */
export async function main(script) {
  try {
    if (Number.parseInt(process.versions.node, 10) < 20)
      throw new CliError(`Node ${process.versions.node} is too old: Puente needs Node 20 or newer.`)
    process.exitCode = (await script(fileURLToPath(new URL('..', import.meta.url)))) ?? 0
  } catch (error) {
    const { message, code } = /** @type {NodeJS.ErrnoException} */ (error)
    if (!(error instanceof CliError) && !String(code).startsWith('ERR_PARSE_ARGS')) throw error
    console.error(`puente: ${message}`)
    process.exitCode = 1
  }
}

/**
 * The Node of the npm package `node`; before its installation this one, if it has the same major version.
 * @param {string} root
 */
export function pinnedNode(root) {
  const path = pinnedNodePath(root)
  return !existsSync(path) && process.versions.node.startsWith(`${pinnedMajor(root)}.`)
    ? process.execPath
    : path
}

/** @param {string} root */
export function pinnedNodePath(root) {
  return join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
}

/**
 * @param {string} root
 * @returns {string}
 */
export function pinnedMajor(root) {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).devDependencies.node.split('.')[0]
}

/**
 * Runs a program to its end and resolves with its exit code, 1 when a signal ended it.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @returns {Promise<number>}
 */
export function run(command, args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', ...options })
    const stopForwarding = forwardSignals(child)
    child.on('error', (error) => reject(new CliError(`Cannot run ${command}: ${error.message}`)))
    child.on('exit', (code) => resolve(code ?? 1))
    child.on('close', stopForwarding)
  })
}

/**
 * Runs a program to its end and returns its output. Any exit code but 0 is a `CliError`.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnSyncOptions} [options]
 * @returns {string}
 */
export function execute(command, args, options) {
  const all = { encoding: /** @type {const} */ ('utf8'), maxBuffer: 1e8, ...options }
  const { status, stdout, stderr, error } = spawnSync(command, args, all)
  if (status === 0) return String(stdout ?? '')
  throw new CliError(`${command} ${args[0]} failed: ${error?.message || stderr || 'see above'}`)
}

/**
 * The environment of `npm run`: the project's tools, the pinned Node among them, come first in PATH.
 * @param {string} root
 * @returns {NodeJS.ProcessEnv}
 */
export function projectEnv(root) {
  return { ...process.env, PATH: [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter) }
}

/** @param {import('node:child_process').ChildProcess} child */
function forwardSignals(child) {
  /** @type {NodeJS.Signals[]} */
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  // Ctrl-C reaches the whole foreground process group by itself, and npm repeats it.
  const sent = new Set(process.stdin.isTTY ? ['SIGINT'] : [])
  const forward = (/** @type {NodeJS.Signals} */ signal) => {
    if (!sent.has(signal)) child.kill(signal)
    sent.add(signal)
  }
  for (const signal of signals) process.on(signal, forward)

  // A signal to npm ends the shell between npm and this process, and does not arrive here.
  const parent = process.ppid
  const orphanCheck = setInterval(() => {
    if (process.env.npm_lifecycle_event && process.ppid !== parent) forward('SIGTERM')
  }, 500).unref()

  return () => {
    clearInterval(orphanCheck)
    for (const signal of signals) process.off(signal, forward)
  }
}
