import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { pinnedNode } from '../bin/cli.mjs'
import { freePort } from '../server/test/free-port.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const READY_MS = 30_000
const RESPONSE_MS = 2000
const STOP_MS = 15_000
const POLL_MS = 50

export interface ServerOptions {
  dataDir: string
  /** Settings that override the defaults below. */
  env?: Record<string, string>
  args?: string[]
}

/** The real server in a process of its own, on a port and a data directory of its own. */
export class PuenteServer {
  readonly dataDir: string
  readonly #options: ServerOptions
  #child: ChildProcess | undefined
  #port = 0
  #log = ''

  constructor(options: ServerOptions) {
    this.#options = options
    this.dataDir = options.dataDir
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  /** The output of all starts so far. */
  get log(): string {
    return this.#log
  }

  get isRunning(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null
  }

  /** Resolves when `/readyz` is 200; a restart keeps the port. */
  async start(): Promise<void> {
    if (this.#port === 0) this.#port = await freePort()
    const { PATH = '', HOME = '', NODE_COMPILE_CACHE } = process.env
    this.#child = spawn(pinnedNode(ROOT), ['dist/server/main.cjs', ...(this.#options.args ?? [])], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      // Not the whole environment: settings of the developer must not affect the tests.
      env: {
        PATH,
        HOME,
        ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }),
        NODE_ENV: 'production',
        PORT: String(this.#port),
        PUBLIC_URL: this.baseUrl,
        DATA_DIR: this.dataDir,
        // All requests of a run come from one address.
        RATE_LIMITS: 'off',
        // An unused port: tests use the repository data of the demo, and no network.
        GITHUB_API_URL: 'http://127.0.0.1:1',
        ...this.#options.env,
      },
    })
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#log += text
      })
    }
    await this.#untilReady()
  }

  /** Stops the server as a service manager does, and fails unless it ends with code 0. */
  async stop(signals: NodeJS.Signals[] = ['SIGTERM']): Promise<void> {
    const child = this.#child
    if (!child || !this.isRunning) return
    // Not 'exit', which can come before the last lines of the log.
    const closed = once(child, 'close', { signal: AbortSignal.timeout(STOP_MS) })
    for (const signal of signals) child.kill(signal)
    try {
      const [code, signal] = await closed
      if (code !== 0)
        throw new Error(`The server ended with ${code ?? signal} after ${signals}:\n${this.log.slice(-2000)}`)
    } finally {
      child.kill('SIGKILL')
    }
  }

  async restart(): Promise<void> {
    await this.stop()
    await this.start()
  }

  /** Kills the server without warning. */
  async kill9(): Promise<void> {
    await this.kill('SIGKILL')
  }

  /** Sends a signal and waits for the end: exit code, or the signal that ended it. */
  async kill(signal: NodeJS.Signals): Promise<number | NodeJS.Signals | undefined> {
    if (!this.#child || !this.isRunning) return undefined
    const exited = once(this.#child, 'exit', { signal: AbortSignal.timeout(STOP_MS) })
    this.#child.kill(signal)
    const [code, ending] = await exited
    return code ?? ending
  }

  async #untilReady(): Promise<void> {
    const deadline = Date.now() + READY_MS
    while (Date.now() < deadline) {
      if (!this.isRunning) throw new Error(`The server ended while starting:\n${this.log.slice(-2000)}`)
      // With a timeout: whatever else may listen on this port need not respond.
      const signal = AbortSignal.timeout(RESPONSE_MS)
      const response = await fetch(`${this.baseUrl}/readyz`, { signal }).catch(() => undefined)
      if (response?.ok) return
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    }
    await this.kill9()
    throw new Error(`The server was not ready after ${READY_MS} ms:\n${this.log.slice(-2000)}`)
  }
}
