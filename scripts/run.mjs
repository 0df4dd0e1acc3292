import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A failure that one line explains completely: it is printed without a stack. */
export class Refusal extends Error {}

/**
 * The frame of a script: gives it the project's folder, turns a `Refusal` into one line on stderr and
 * ends the process with the number that the script returns (0 for none).
 * @param {(root: string) => Promise<number | undefined>} script
 */
export async function main(script) {
  try {
    const major = Number(process.versions.node.split('.')[0])
    if (major < 20)
      throw new Refusal(`Node ${process.versions.node} is too old: Puente needs Node 20 or newer.`)
    process.exitCode = (await script(fileURLToPath(new URL('..', import.meta.url)))) ?? 0
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    console.error(`puente: ${error.message}`)
    process.exitCode = 1
  }
}

/**
 * Runs a program to its end, with our own input and output unless told otherwise, and passes signals on.
 * Resolves with its exit code; 128 + number when a signal ended it.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv, shell?: boolean, stdio?: import('node:child_process').StdioOptions }} options
 * @returns {Promise<number>}
 */
export function run(command, args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', ...options })
    const stopForwarding = forwardSignals(child)
    child.on('error', (error) => {
      stopForwarding()
      reject(new Refusal(`Cannot run ${command}: ${error.message}`))
    })
    child.on('exit', (code, signal) => {
      stopForwarding()
      resolve(code ?? 128 + (signal === null ? 0 : (SIGNAL_NUMBERS[signal] ?? 0)))
    })
  })
}

/**
 * The environment in which `npm run` would run a program: the project's tools come first, and so the
 * pinned Node runs them.
 * @param {string} root
 * @returns {NodeJS.ProcessEnv}
 */
export function toolEnv(root) {
  return { ...process.env, PATH: [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter) }
}

/** @type {Partial<Record<NodeJS.Signals, number>>} */
const SIGNAL_NUMBERS = { SIGHUP: 1, SIGINT: 2, SIGABRT: 6, SIGKILL: 9, SIGSEGV: 11, SIGTERM: 15 }

/**
 * Each signal once: npm repeats what the terminal has already sent, and a second one means "at once" to
 * a server that is closing in good order. Ctrl-C reaches the whole foreground group by itself.
 * @param {import('node:child_process').ChildProcess} child
 */
function forwardSignals(child) {
  /** @type {Map<NodeJS.Signals, () => void>} */
  const handlers = new Map()
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    let sent = signal === 'SIGINT' && process.stdin.isTTY === true
    const forward = () => {
      if (!sent) child.kill(signal)
      sent = true
    }
    handlers.set(signal, forward)
    process.on(signal, forward)
  }
  const stopWatching = whenNpmEnds(() => handlers.get('SIGTERM')?.())
  return () => {
    stopWatching()
    for (const [signal, handler] of handlers) process.off(signal, handler)
  }
}

/**
 * npm starts us through a shell, and a signal to npm ends that shell without reaching us: what we run
 * would go on alone and keep its port. Being handed to another parent is how we hear of it.
 * @param {() => void} onEnd
 */
function whenNpmEnds(onEnd) {
  if (!process.env.npm_lifecycle_event) return () => {}
  const parents = parentsNow()
  const timer = setInterval(() => {
    if (parentsNow() === parents) return
    clearInterval(timer)
    onEnd()
  }, 300)
  timer.unref()
  return () => clearInterval(timer)
}

/** The shell and, where the system shows it, npm above it. */
function parentsNow() {
  try {
    const status = readFileSync(`/proc/${process.ppid}/status`, 'utf8')
    return `${process.ppid} ${/^PPid:\t(\d+)/m.exec(status)?.[1]}`
  } catch {
    return String(process.ppid)
  }
}
