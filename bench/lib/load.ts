import { spawn } from 'node:child_process'
import { CLIENT_CORE, PROJECT, pinned } from './processes.ts'

export type Load = {
  url: string
  connections: number
  seconds: number
  headers?: Record<string, string>
  /** A fixed rate; as fast as the server responds by default. */
  perSecond?: number
  /** 304 counts as success, anything else as a failure. */
  expectsNotModified?: boolean
}
export type Measured = { requestsPerSecond: number; p50Ms: number; p99Ms: number; failures: number }

/** Runs autocannon against one URL, in a process of its own on the client core. */
export async function load({
  url,
  connections,
  seconds,
  headers = {},
  perSecond,
  expectsNotModified,
}: Load): Promise<Measured> {
  const headerArgs = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}=${value}`])
  const args = [
    'node_modules/autocannon/autocannon.js',
    '-j',
    '-n',
    '-c',
    String(connections),
    '-d',
    String(seconds),
    ...(perSecond === undefined ? [] : ['-R', String(Math.round(perSecond))]),
    ...headerArgs,
    url,
  ]
  const [command, all] = pinned(CLIENT_CORE, process.execPath, args)
  const child = spawn(command, all, { cwd: PROJECT, stdio: ['ignore', 'pipe', 'ignore'] })
  let output = ''
  for await (const part of child.stdout.setEncoding('utf8')) output += part
  const result = JSON.parse(output)
  return {
    requestsPerSecond: result.requests.average,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    failures:
      result.errors +
      result.timeouts +
      (expectsNotModified ? result.requests.total - result['3xx'] : result.non2xx),
  }
}
