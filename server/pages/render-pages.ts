import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { Product } from '#contract/product.ts'
import type { Topic } from '#contract/topics.ts'
import { type Document, makeDocument } from '../cache/cached-response.ts'
import type { PageCache } from '../cache/response-cache.ts'
import { shownTopics } from '../cache/topic-versions.ts'
import type { Config } from '../config.ts'
import { StartError } from '../lib/errors.ts'
import { productOf, withProduct } from './product-of.ts'

export type Renderer = {
  /** A public page as a visitor sees it. */
  page: (address: string) => Promise<Document>
  /** Whether only signed-in people see it, or nobody should find it. */
  isPrivate: (pathname: string) => Promise<boolean>
  /** The document without a page in it, for what is private: the code of that page is on its way. */
  shell: (pathname: string) => Promise<Document>
}

/** What web/entry-server.tsx gives; its build has no types. */
type Entry = {
  configureProduct: (product: Product) => void
  render: (address: string, about: { publicUrl: string; fetch: typeof fetch }) => Promise<RenderedPage>
  pageOf: (pathname: string) => { file: string; isPrivate: boolean } | undefined
  createDocuments: (template: string, manifest: unknown) => Documents
}
type RenderedPage = { status: 200 | 404; isComplete: boolean; renderedAt: number }
type Documents = { page: (page: RenderedPage) => string; shell: (file: string | undefined) => string }

/**
 * The built pages, loaded when the first one is asked for; they read the API through this server itself, as a
 * visitor.
 */
export function createRenderer(
  app: FastifyInstance,
  config: Config,
  { folder, answers }: { folder: string; answers: PageCache | undefined },
): Renderer {
  const product = productOf(config)
  const template = withProduct(readBuilt(join(folder, 'web/index.html')), product)
  const manifest: unknown = JSON.parse(readBuilt(join(folder, 'web/.vite/manifest.json')))
  const fetch = readApi(app, answers)
  let opened: Promise<Entry & { documents: Documents }> | undefined
  const open = () => {
    opened ??= import(pathToFileURL(join(folder, 'pages/pages.js')).href).then((entry: Entry) => {
      // The built pages bring a contract of their own.
      entry.configureProduct(product)
      return { ...entry, documents: entry.createDocuments(template, manifest) }
    })
    return opened
  }
  const shells = new Map<string | undefined, Document>()
  return {
    page: async (address) => {
      const entry = await open()
      const topics = new Set<Topic>()
      const page = await shownTopics.run(topics, () =>
        entry.render(address, { publicUrl: config.publicUrl, fetch }),
      )
      const moving = String(page.renderedAt)
      return makeDocument(entry.documents.page(page), { ...page, topics, moving })
    },
    isPrivate: async (pathname) => (await open()).pageOf(pathname)?.isPrivate ?? false,
    shell: async (pathname) => {
      const entry = await open()
      const file = entry.pageOf(pathname)?.file
      const known = shells.get(file)
      if (known) return known
      const shell = makeDocument(entry.documents.shell(file), { topics: new Set() })
      shells.set(file, shell)
      return shell
    },
  }
}

function readBuilt(file: string): string {
  if (!existsSync(file)) throw new StartError('The web application is not built. Run: npm run build')
  return readFileSync(file, 'utf8')
}

/** Calls of the API without a way over the network; what is kept of its answers needs no call. */
const readApi = (app: FastifyInstance, answers: PageCache | undefined): typeof fetch =>
  (async (address: string) => {
    const kept = answers?.find(address)
    if (kept) {
      for (const topic of kept.topics) shownTopics.getStore()?.add(topic)
      return new Response(new Uint8Array(kept.plain), {
        status: kept.status,
        headers: { ...kept.headers, 'content-type': kept.type },
      })
    }
    const answer = await app.inject({ method: 'GET', url: address })
    const headers = new Headers()
    for (const name of ['content-type', 'x-total-count', 'x-total-hires']) {
      const value = answer.headers[name]
      if (value !== undefined) headers.set(name, String(value))
    }
    return new Response(answer.body, { status: answer.statusCode, headers })
  }) as typeof fetch
