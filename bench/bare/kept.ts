// The least that repeats a page: raw node:http, the bytes that the product sent for PATHS (as JSON), and their mark.
import { createServer } from 'node:http'

type Kept = { body: Buffer; headers: Record<string, string> }

const kept = new Map<string, Kept>()
for (const path of JSON.parse(process.env.PATHS ?? '[]')) {
  // fetch would unpack what it receives.
  kept.set(path, await fetched(`${process.env.OURS}${path}`))
}

createServer((request, response) => {
  const page = kept.get(request.url ?? '')
  if (!page) response.writeHead(200).end('ok')
  else if (request.headers['if-none-match'] !== page.headers.etag) {
    response.writeHead(200, page.headers).end(page.body)
  } else response.writeHead(304, { etag: page.headers.etag ?? '' }).end()
}).listen(Number(process.env.PORT), '127.0.0.1')
process.once('SIGTERM', () => process.exit(0))

async function fetched(url: string): Promise<Kept> {
  const { get } = await import('node:http')
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'br' } }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part) => parts.push(part))
      answer.on('end', () => {
        const body = Buffer.concat(parts)
        const names = ['content-type', 'content-encoding', 'etag', 'cache-control', 'vary'] as const
        const headers = Object.fromEntries(names.map((name) => [name, String(answer.headers[name] ?? '')]))
        resolve({ body, headers: { ...headers, 'content-length': String(body.length) } })
      })
    }).on('error', reject)
  })
}
