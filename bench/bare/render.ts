// Bare: raw node:http renders the built pages with React; responses of the API come from memory.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const BUILT = join(import.meta.dirname, '../../dist')
const { createDocuments, render } = await import(pathToFileURL(join(BUILT, 'pages/pages.js')).href)
const template = readFileSync(join(BUILT, 'web/index.html'), 'utf8')
const manifest = JSON.parse(readFileSync(join(BUILT, 'web/.vite/manifest.json'), 'utf8'))
const documents = createDocuments(template, manifest)
const publicUrl = process.env.PUBLIC_URL ?? ''

type ApiResponse = { body: string; status: number; headers: [string, string][] }
const responses = new Map<string, ApiResponse>()
const fetchOnce = async (address: string) => {
  const cached = responses.get(address)
  if (cached) return new Response(cached.body, cached)
  const original = await fetch(`${process.env.OURS}${address}`)
  const headers = ['content-type', 'x-total-count', 'x-total-hires'].flatMap((name): [string, string][] => {
    const value = original.headers.get(name)
    return value === null ? [] : [[name, value]]
  })
  const response = { body: await original.text(), status: original.status, headers }
  responses.set(address, response)
  return new Response(response.body, response)
}

createServer(async (request, response) => {
  if (request.url === '/readyz') {
    response.end('ok')
    return
  }
  const text = documents.page(await render(request.url, { publicUrl, fetch: fetchOnce }))
  const body = Buffer.from(text)
  response.writeHead(200, { 'content-type': 'text/html', 'content-length': body.length }).end(body)
}).listen(Number(process.env.PORT), '127.0.0.1')
process.once('SIGTERM', () => process.exit(0))
