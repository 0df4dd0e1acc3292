import { spawn } from 'node:child_process'
import { CLIENT_CORE, PROJECT, pinned } from './processes.ts'

export type Load = {
  url: string
  connections: number
  seconds: number
  headers?: Record<string, string>
  /** Not as fast as it answers, but so many a second. */
  perSecond?: number
  /** Whether 304 is the right answer. */
  isKnown?: boolean
}
export type Measured = { requestsPerSecond: number; p50Ms: number; p99Ms: number; failures: number }

/** Asks one address as fast as it answers, from a process of its own on the other core. */
export async function load({
  url,
  connections,
  seconds,
  headers = {},
  perSecond,
  isKnown,
}: Load): Promise<Measured> {
  const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}=${value}`])
  const args = [
    'node_modules/autocannon/autocannon.js',
    '-j',
    '-n',
    '-c',
    String(connections),
    '-d',
    String(seconds),
    ...(perSecond === undefined ? [] : ['-R', String(Math.round(perSecond))]),
    ...given,
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
      result.errors + result.timeouts + (isKnown ? result.requests.total - result['3xx'] : result.non2xx),
  }
}
