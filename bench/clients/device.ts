// The least that a device does: a WebSocket that speaks Socket.IO's protocol, and a line for calls. What the
// client costs is taken from what the server could do, so nothing here is decoded that is not looked at.

import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'

export type Person = { id: string; token: string }

const MASKED = 0x80
const TEXT_FRAME = 0x81

/** A connected device; `hear` gets each event as it stands on the wire, `["name",{…}]`. */
export type Device = {
  /** An event whose acknowledgement is waited for. */
  ask: (name: string, payload: unknown) => Promise<void>
  isOpen: () => boolean
  close: () => void
}

export function openDevice(
  url: string,
  { id, token }: Person,
  hear: (event: string) => void,
  { watchPresence = false } = {},
): Promise<Device> {
  const { hostname, port, host } = new URL(url)
  const line = connect(Number(port), hostname).setNoDelay(true)
  const waiting = new Map<number, () => void>()
  let asked = 0
  let isOpen = false

  return new Promise((resolve, reject) => {
    const device: Device = {
      ask: (name, payload) =>
        new Promise((done) => {
          asked += 1
          waiting.set(asked, done)
          sendText(line, `42${asked}${JSON.stringify([name, payload])}`)
        }),
      isOpen: () => isOpen,
      close: () => line.destroy(),
    }
    const onText = (text: string) => {
      if (text === '2') sendText(line, '3')
      else if (text.startsWith('0')) sendText(line, `40${JSON.stringify({ token, watchPresence })}`)
      else if (text.startsWith('42')) hear(text.slice(2))
      else if (text.startsWith('43')) {
        const number = Number.parseInt(text.slice(2), 10)
        waiting.get(number)?.()
        waiting.delete(number)
      } else if (text.startsWith('40')) {
        isOpen = true
        resolve(device)
      } else if (text.startsWith('44')) reject(new Error(`Refused: ${text}`))
    }
    readFrames(line, onText)
    line.on('error', reject)
    line.on('close', () => {
      isOpen = false
      reject(new Error('The connection was closed'))
    })
    line.write(
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

/** The handshake's answer, then the texts of unfragmented frames, which a server may not mask. */
function readFrames(line: Socket, onText: (text: string) => void): void {
  let isUpgraded = false
  let rest: Buffer<ArrayBufferLike> = Buffer.alloc(0)
  line.on('data', (part: Buffer) => {
    rest = rest.length === 0 ? part : Buffer.concat([rest, part])
    if (!isUpgraded) {
      const end = rest.indexOf('\r\n\r\n')
      if (end < 0) return
      if (!rest.subarray(0, 12).equals(Buffer.from('HTTP/1.1 101'))) return void line.destroy()
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

/** A client must mask; a mask of zeros leaves the text as it is. */
function sendText(line: Socket, text: string): void {
  const bytes = Buffer.byteLength(text)
  const head = bytes < 126 ? Buffer.alloc(6) : Buffer.alloc(8)
  head[0] = TEXT_FRAME
  head[1] = MASKED | (bytes < 126 ? bytes : 126)
  if (bytes >= 126) head.writeUInt16BE(bytes, 2)
  line.cork()
  line.write(head)
  line.write(text)
  line.uncork()
}

/** A kept connection for one call after the other; gives the status of each. */
export function openLine(url: string) {
  const { hostname, port, host } = new URL(url)
  const line = connect(Number(port), hostname).setNoDelay(true)
  let got = ''
  let answered: ((status: number) => void) | undefined
  line.on('data', (part: Buffer) => {
    got += part.toString('latin1')
    const end = got.indexOf('\r\n\r\n')
    const length = Number(/content-length: (\d+)/i.exec(got.slice(0, Math.max(end, 0)))?.[1] ?? 0)
    if (end < 0 || got.length < end + 4 + length) return
    const status = Number(got.slice(9, 12))
    got = ''
    answered?.(status)
  })
  const call = (request: string): Promise<number> =>
    new Promise((resolve) => {
      answered = resolve
      line.write(request)
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
