import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { pinnedNode } from '../scripts/install.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const READY_MS = 30_000
const STOP_MS = 15_000
const POLL_MS = 50

export interface ServerOptions {
  dataDir: string
  /** Settings of the server, over those below. */
  env?: Record<string, string>
  args?: string[]
  /** How long a start may take. */
  readyMs?: number
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

  /** Everything the process wrote so far, over all its starts. */
  get log(): string {
    return this.#log
  }

  get isRunning(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null
  }

  /** Resolves when the server answers `/readyz`; a second start keeps the port of the first. */
  async start(): Promise<void> {
    if (this.#port === 0) this.#port = await freePort()
    const { PATH = '', HOME = '' } = process.env
    this.#child = spawn(nodeToUse(), ['dist/server/main.cjs', ...(this.#options.args ?? [])], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      // Nothing of our own environment but this: a setting of the person who runs the tests must not
      // decide how they end.
      env: {
        PATH,
        HOME,
        NODE_ENV: 'production',
        PORT: String(this.#port),
        PUBLIC_URL: this.baseUrl,
        DATA_DIR: this.dataDir,
        // One address makes all requests of a whole run.
        RATE_LIMITS: 'off',
        // Nothing listens there: tests see the stored repository data and never somebody's network.
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

  /** Ends the server as a service manager does, and refuses an end that is not clean. */
  async stop(signals: NodeJS.Signals[] = ['SIGTERM']): Promise<void> {
    const child = this.#child
    if (!child || !this.isRunning) return
    const exited = once(child, 'exit', { signal: AbortSignal.timeout(STOP_MS) })
    for (const signal of signals) child.kill(signal)
    try {
      const [code, signal] = await exited
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

  /** Ends the server as a power cut does. */
  async kill9(): Promise<void> {
    if (!this.#child || !this.isRunning) return
    const exited = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await exited
  }

  async #untilReady(): Promise<void> {
    const readyMs = this.#options.readyMs ?? READY_MS
    const deadline = Date.now() + readyMs
    while (Date.now() < deadline) {
      if (!this.isRunning) throw new Error(`The server ended while starting:\n${this.log.slice(-2000)}`)
      const answer = await fetch(`${this.baseUrl}/readyz`).catch(() => undefined)
      if (answer?.ok) return
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    }
    await this.kill9()
    throw new Error(`The server was not ready after ${readyMs} ms:\n${this.log.slice(-2000)}`)
  }
}

function nodeToUse(): string {
  return process.versions.node.startsWith('24.') ? process.execPath : pinnedNode(ROOT)
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('A TCP server has a port.')
  return address.port
}
