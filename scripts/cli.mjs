import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** An expected failure with a complete message: printed without a stack. */
export class CliError extends Error {}

/**
 * Runs a script with the project's folder and sets the exit code: the script's result, 1 for a `CliError`.
 * @param {(root: string) => Promise<number | void>} script
 */
export async function main(script) {
  try {
    if (Number.parseInt(process.versions.node, 10) < 20)
      throw new CliError(`Node ${process.versions.node} is too old: Puente needs Node 20 or newer.`)
    process.exitCode = (await script(fileURLToPath(new URL('..', import.meta.url)))) ?? 0
  } catch (error) {
    if (!(error instanceof CliError)) throw error
    console.error(`puente: ${error.message}`)
    process.exitCode = 1
  }
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
