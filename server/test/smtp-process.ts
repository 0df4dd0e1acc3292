import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A mail server as a process: prints its port, then every accepted mail as a JSON line. */
const server = new SMTPServer({
  authOptional: true,
  onData: (stream: NodeJS.ReadableStream, _session: unknown, done: () => void) => {
    const parts: Buffer[] = []
    stream.on('data', (part: Buffer) => parts.push(part))
    stream.on('end', () => {
      console.log(JSON.stringify({ mail: Buffer.concat(parts).toString('utf8') }))
      done()
    })
  },
})
server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ port: (server.server.address() as AddressInfo).port }))
})
