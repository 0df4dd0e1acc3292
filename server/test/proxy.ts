import { Agent, createServer, request as forward, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { afterAll } from 'vitest'

/** A small proxy on a free port that gives each call, and each socket, to the next of the servers. */
export async function startProxy() {
  const ports: number[] = []
  let turn = 0
  const nextPort = () => ports[turn++ % ports.length] ?? 0
  const agent = new Agent({ keepAlive: true })

  const proxy = createServer((request, response) => {
    const { method, headers } = request
    const path = request.url ?? '/'
    const port = nextPort()
    const onward = forward({ host: '127.0.0.1', port, method, path, headers, agent, setHost: false })
    onward.on('response', (upstream) => {
      response.writeHead(upstream.statusCode ?? 502, upstream.rawHeaders)
      upstream.pipe(response)
    })
    onward.on('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end()))
    response.on('close', () => onward.destroy())
    request.pipe(onward)
  })
  proxy.on('upgrade', (request: IncomingMessage, near: Duplex, head: Buffer) => {
    const far = connect(nextPort(), '127.0.0.1')
    const lines = [`${request.method} ${request.url} HTTP/1.1`, ...headerLines(request.rawHeaders), '', '']
    far.write(lines.join('\r\n'))
    far.write(head)
    far.pipe(near).pipe(far)
    for (const end of [near, far]) {
      end.on('error', () => {})
      end.on('close', () => {
        near.destroy()
        far.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  afterAll(() => {
    proxy.closeAllConnections()
    proxy.close()
    agent.destroy()
  })
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    use: (...given: number[]) => void ports.push(...given),
  }
}

const headerLines = (raw: readonly string[]): string[] =>
  raw.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${raw[index + 1]}`] : []))
