import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { shownTopics } from '../lib/changes.ts'
import { StartError } from '../lib/errors.ts'
import type { Topic } from '../lib/topics.ts'

/** A document as it is sent: made and compressed once, kept until something that it shows changes. */
export type Document = {
  status: number
  etag: string
  plain: Buffer
  br: Buffer
  gzip: Buffer
  /** What it shows; nothing for the shell. */
  topics: ReadonlySet<Topic>
  /** Whether it may be kept: not when some data could not be read. */
  isComplete: boolean
}

export type Renderer = {
  /** A public page as a visitor sees it. */
  page: (address: string) => Promise<Document>
  /** The document without a page in it, for what only signed-in people see. */
  shell: Document
}

/** What web/entry-server.tsx gives; its build has no types. */
type Entry = {
  configureApi: (settings: { base: string; fetch: typeof fetch }) => void
  render: (address: string) => Promise<RenderedPage>
  compose: (template: string, manifest: unknown, page: RenderedPage) => string
}
type RenderedPage = {
  status: 200 | 404
  isComplete: boolean
  head: string
  html: string
  state: string
  file: string | undefined
}

const NO_INDEX = '<meta name="robots" content="noindex">'

/** Loads the built pages; they read the API through this server itself, as a visitor. */
export async function createRenderer(app: FastifyInstance, folder: string): Promise<Renderer> {
  const template = readBuilt(join(folder, 'web/index.html'))
  const manifest: unknown = JSON.parse(readBuilt(join(folder, 'web/.vite/manifest.json')))
  const entry: Entry = await import(pathToFileURL(join(folder, 'pages/pages.js')).href)
  entry.configureApi({ base: '/api', fetch: readApi(app) })
  return {
    page: async (address) => {
      const topics = new Set<Topic>()
      const page = await shownTopics.run(topics, () => entry.render(address))
      return documentOf(entry.compose(template, manifest, page), page, topics)
    },
    shell: await documentOf(
      template.replace('<!--head-->', NO_INDEX).replaceAll(/<!--(app|state)-->/g, ''),
      { status: 200, isComplete: true },
      new Set(),
    ),
  }
}

function readBuilt(file: string): string {
  if (!existsSync(file)) throw new StartError('The web application is not built. Run: npm run build')
  return readFileSync(file, 'utf8')
}

/** Calls of the API without a way over the network. */
const readApi = (app: FastifyInstance): typeof fetch =>
  (async (address: string) => {
    const answer = await app.inject({ method: 'GET', url: String(address) })
    const headers = new Headers()
    for (const name of ['content-type', 'x-total-count', 'x-total-hires']) {
      const value = answer.headers[name]
      if (value !== undefined) headers.set(name, String(value))
    }
    return new Response(answer.body, { status: answer.statusCode, headers })
  }) as typeof fetch

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)
/** Good for pages that may change soon; the built files have the best. */
const QUALITY = 5

async function documentOf(
  html: string,
  { status, isComplete }: Pick<RenderedPage, 'status' | 'isComplete'>,
  topics: ReadonlySet<Topic>,
): Promise<Document> {
  const plain = Buffer.from(html)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  }
  const [br, zip] = await Promise.all([brotli(plain, { params }), gzipped(plain)])
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  return { status, isComplete, etag, plain, br, gzip: zip, topics }
}
