// A minimal device: a WebSocket with Socket.IO's protocol, and a connection for calls. It decodes only what is
// used, so that the client does not limit the server.

import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'

export type Person = { id: string; token: string }

const MASKED = 0x80
const TEXT_FRAME = 0x81

/** A connected device; `onEvent` receives each event as on the wire, `["name",{…}]`. */
export type Device = {
  /** Sends an event and waits for its acknowledgement. */
  emit: (name: string, payload: unknown) => Promise<void>
  isOpen: () => boolean
  close: () => void
}

export function openDevice(
  url: string,
  { id, token }: Person,
  onEvent: (event: string) => void,
  { watchPresence = false } = {},
): Promise<Device> {
  const { hostname, port, host } = new URL(url)
  const socket = connect(Number(port), hostname).setNoDelay(true)
  const waiting = new Map<number, () => void>()
  let sent = 0
  let isOpen = false

  return new Promise((resolve, reject) => {
    const device: Device = {
      emit: (name, payload) =>
        new Promise((done) => {
          sent += 1
          waiting.set(sent, done)
          sendText(socket, `42${sent}${JSON.stringify([name, payload])}`)
        }),
      isOpen: () => isOpen,
      close: () => socket.destroy(),
    }
    const onText = (text: string) => {
      if (text === '2') sendText(socket, '3')
      else if (text.startsWith('0')) sendText(socket, `40${JSON.stringify({ token, watchPresence })}`)
      else if (text.startsWith('42')) onEvent(text.slice(2))
      else if (text.startsWith('43')) {
        const number = Number.parseInt(text.slice(2), 10)
        waiting.get(number)?.()
        waiting.delete(number)
      } else if (text.startsWith('40')) {
        isOpen = true
        resolve(device)
      } else if (text.startsWith('44')) reject(new Error(`Refused: ${text}`))
    }
    readFrames(socket, onText)
    socket.on('error', reject)
    socket.on('close', () => {
      isOpen = false
      reject(new Error('The connection was closed'))
    })
    socket.write(
      [
        `GET /socket.io/?EIO=4&transport=websocket&userId=${id} HTTP/1.1`,
        `Host: ${host}`,
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
        '',
        '',
      ].join('\r\n'),
    )
  })
}

/** Reads the handshake's response, then unfragmented text frames; frames of a server are never masked. */
function readFrames(socket: Socket, onText: (text: string) => void): void {
  let isUpgraded = false
  let rest: Buffer<ArrayBufferLike> = Buffer.alloc(0)
  socket.on('data', (part: Buffer) => {
    rest = rest.length === 0 ? part : Buffer.concat([rest, part])
    if (!isUpgraded) {
      const end = rest.indexOf('\r\n\r\n')
      if (end < 0) return
      if (!rest.subarray(0, 12).equals(Buffer.from('HTTP/1.1 101'))) return void socket.destroy()
      isUpgraded = true
      rest = rest.subarray(end + 4)
    }
    for (;;) {
      const size = rest.length < 2 ? 0 : (rest[1] ?? 0)
      const head = size < 126 ? 2 : size === 126 ? 4 : 10
      if (rest.length < head) return
      const length = size < 126 ? size : size === 126 ? rest.readUInt16BE(2) : Number(rest.readBigUInt64BE(2))
      if (rest.length < head + length) return
      if (rest[0] === TEXT_FRAME) onText(rest.toString('utf8', head, head + length))
      rest = rest.subarray(head + length)
    }
  })
}

/** Frames of a client must be masked; a mask of zeros leaves the text unchanged. */
function sendText(socket: Socket, text: string): void {
  const bytes = Buffer.byteLength(text)
  const head = bytes < 126 ? Buffer.alloc(6) : Buffer.alloc(8)
  head[0] = TEXT_FRAME
  head[1] = MASKED | (bytes < 126 ? bytes : 126)
  if (bytes >= 126) head.writeUInt16BE(bytes, 2)
  socket.cork()
  socket.write(head)
  socket.write(text)
  socket.uncork()
}

/** A keep-alive connection for sequential calls, which resolve with the status. */
export function openConnection(url: string) {
  const { hostname, port, host } = new URL(url)
  const socket = connect(Number(port), hostname).setNoDelay(true)
  let received = ''
  let onResponse: ((status: number) => void) | undefined
  socket.on('data', (part: Buffer) => {
    received += part.toString('latin1')
    const end = received.indexOf('\r\n\r\n')
    const length = Number(/content-length: (\d+)/i.exec(received.slice(0, Math.max(end, 0)))?.[1] ?? 0)
    if (end < 0 || received.length < end + 4 + length) return
    const status = Number(received.slice(9, 12))
    received = ''
    onResponse?.(status)
  })
  const call = (request: string): Promise<number> =>
    new Promise((resolve) => {
      onResponse = resolve
      socket.write(request)
    })
  return {
    get: (path: string) => call(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`),
    post: (path: string, token: string, body: string) =>
      call(
        `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n` +
          `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      ),
  }
}
