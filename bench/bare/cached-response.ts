// Bare: raw node:http sends the product's own bytes and ETags for PATHS (a JSON array) from memory.
import { createServer } from 'node:http'

type CachedResponse = { body: Buffer; headers: Record<string, string> }

const cached = new Map<string, CachedResponse>()
for (const path of JSON.parse(process.env.PATHS ?? '[]')) {
  // fetch would decompress the body.
  cached.set(path, await load(`${process.env.OURS}${path}`))
}

createServer((request, response) => {
  const page = cached.get(request.url ?? '')
  if (!page) response.writeHead(200).end('ok')
  else if (request.headers['if-none-match'] !== page.headers.etag) {
    response.writeHead(200, page.headers).end(page.body)
  } else {
    // Headers that a 304 has to repeat (RFC 9110, 15.4.5).
    const { etag, vary, 'cache-control': cacheControl } = page.headers
    response.writeHead(304, { etag, vary, 'cache-control': cacheControl }).end()
  }
}).listen(Number(process.env.PORT), '127.0.0.1')
process.once('SIGTERM', () => process.exit(0))

async function load(url: string): Promise<CachedResponse> {
  const { get } = await import('node:http')
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'br' } }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part) => parts.push(part))
      response.on('end', () => {
        const body = Buffer.concat(parts)
        const names = ['content-type', 'content-encoding', 'etag', 'cache-control', 'vary'] as const
        const headers = Object.fromEntries(names.map((name) => [name, String(response.headers[name] ?? '')]))
        resolve({ body, headers: { ...headers, 'content-length': String(body.length) } })
      })
    }).on('error', reject)
  })
}
