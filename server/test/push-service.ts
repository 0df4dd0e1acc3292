import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'

export type Pushed = { path: string; headers: Record<string, string>; payload: unknown }

/** A push service on this machine, and browsers that subscribe to it. */
export async function startPushService() {
  const pushed: Pushed[] = []
  const statuses = new Map<string, number>()
  const browsers = new Map<string, ReturnType<typeof createBrowser>>()
  const server = createServer({ key: KEY, cert: CERT }, async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const path = request.url ?? ''
    const status = statuses.get(path) ?? 201
    const payload = browsers.get(path)?.decrypt(Buffer.concat(chunks))
    if (status < 300) pushed.push({ path, headers: request.headers as Record<string, string>, payload })
    response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    pushed,
    /** As `PushSubscription.toJSON()` gives it. */
    subscribe() {
      const path = `/push/${randomBytes(8).toString('hex')}`
      const browser = createBrowser()
      browsers.set(path, browser)
      return { endpoint: origin + path, expirationTime: null, keys: browser.keys }
    },
    respond: (endpoint: string, status: number) => statuses.set(new URL(endpoint).pathname, status),
    to: (endpoint: string) => pushed.filter(({ path }) => origin + path === endpoint),
  }
}

/** Keys of a browser, and its decryption by RFC 8291 and RFC 8188. */
function createBrowser() {
  const ecdh = createECDH('prime256v1')
  const publicKey = ecdh.generateKeys()
  const auth = randomBytes(16)
  return {
    keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    decrypt(body: Buffer): unknown {
      const salt = body.subarray(0, 16)
      const keyLength = body[20] ?? 0
      const senderKey = body.subarray(21, 21 + keyLength)
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, senderKey])
      const secret = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(senderKey), auth, info, 32))
      const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16))
      const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12))
      const sealed = body.subarray(21 + keyLength)
      const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16))
      const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
      return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString())
    },
  }
}

/** A self-signed certificate for this file. */
const KEY = `-----BEGIN EC PRIVATE KEY-----
MHcCAQEEIHqdqENbrHHFxFtInJIG84P3VTfdAD4qtDVAiCzskxyroAoGCCqGSM49
AwEHoUQDQgAEcMYUlqZDAuTTQEzvEIZXeImBANMwL5eBbYk4ektgOe50RZf3qF2a
J5nDdje2aaZ/h83+RYYg/C6uYccVP2juxQ==
-----END EC PRIVATE KEY-----`
const CERT = `-----BEGIN CERTIFICATE-----
MIIBfjCCASWgAwIBAgIUdD8Dl9UBT42eYyp0KLS92dLEbSwwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjIxNTkyMFoYDzIxMjYxMDI5
MjE1OTIwWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARwxhSWpkMC5NNATO8Qhld4iYEA0zAvl4FtiTh6S2A57nRFl/eoXZon
mcN2N7Zppn+Hzf5FhiD8Lq5hxxU/aO7Fo1MwUTAdBgNVHQ4EFgQUej3QVerGTj6r
nJ9YAIA9Wgc18MkwHwYDVR0jBBgwFoAUej3QVerGTj6rnJ9YAIA9Wgc18MkwDwYD
VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNHADBEAiB/UJQC63nrbEnrbfkUHbs3
a/tbm3htC7bSD00IOQjs2AIgLgtD/etacd37pz7BiI/jHPsx7QfErwq+iCG85XAg
jwQ=
-----END CERTIFICATE-----`
