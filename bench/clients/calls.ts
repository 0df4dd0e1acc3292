// Sends calls over keep-alive connections as fast as the server responds. Each line of standard input is a job
// { url, calls: [{ method, path, token?, body? }], connections }; each line of output is its result.
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { quantile } from '../lib/rounds.ts'

export type Call = { method?: string; path: string; token?: string | undefined; body?: unknown }
export type Job = { url: string; calls: Call[]; connections: number }
export type Timed = { perSecond: number; p50Ms: number; p99Ms: number }

for await (const line of createInterface(process.stdin)) {
  const { url, calls, connections }: Job = JSON.parse(line)
  const { hostname, port } = new URL(url)
  const requests = calls.map((call) => Buffer.from(requestText(hostname, call)))
  const tookMs: number[] = []
  let next = 0
  const started = performance.now()
  await Promise.all(Array.from({ length: connections }, () => work(Number(port))))
  const seconds = (performance.now() - started) / 1000
  tookMs.sort((a, b) => a - b)
  const timed: Timed = {
    perSecond: requests.length / seconds,
    p50Ms: quantile(tookMs, 0.5),
    p99Ms: quantile(tookMs, 0.99),
  }
  console.log(JSON.stringify(timed))

  /** One connection, which takes the next call after each response. */
  function work(to: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = connect(to, '127.0.0.1').setNoDelay(true)
      let received = ''
      let sentAt = 0
      const send = () => {
        const request = requests[next]
        next += 1
        if (request === undefined) {
          socket.end()
          return resolve()
        }
        sentAt = performance.now()
        socket.write(request)
      }
      socket.once('connect', send).once('error', reject)
      socket.on('data', (part: Buffer) => {
        received += part.toString('latin1')
        const head = received.indexOf('\r\n\r\n')
        if (head < 0) return
        const length = /\r\ncontent-length: (\d+)/i.exec(received)?.[1]
        if (length === undefined)
          return reject(new Error(`A response without content-length: ${received.slice(0, head)}`))
        if (received.length < head + 4 + Number(length)) return
        if (!/^HTTP\/1.1 2/.test(received)) return reject(new Error(received))
        tookMs.push(performance.now() - sentAt)
        received = ''
        send()
      })
    })
  }
}
process.exit(0)

function requestText(host: string, { method = 'GET', path, token, body }: Call): string {
  const text = body === undefined ? '' : JSON.stringify(body)
  return [
    `${method} ${path} HTTP/1.1`,
    `host: ${host}`,
    ...(token ? [`authorization: Bearer ${token}`] : []),
    ...(text ? ['content-type: application/json', `content-length: ${Buffer.byteLength(text)}`] : []),
    '',
    text,
  ].join('\r\n')
}
