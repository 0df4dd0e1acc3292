import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { PREVIEW, PREVIEWS, PRODUCT_PREVIEW_PATH, type Preview, previewPath } from '#contract/seo.ts'
import { Id } from '#contract/values.ts'
import { storedFileName } from '../files/file-urls.ts'
import { notFound } from '../lib/errors.ts'
import { LIMIT_RULES } from '../lib/limits.ts'
import { addressLocales, runInLocale } from '../lib/locale.ts'
import type { Services } from '../services.ts'
import type { PreviewCard } from './draw-preview.ts'
import { productCard, type StoredCard, storedCard } from './preview-cards.ts'

const CACHE_BYTES = 16 * 1024 * 1024
const MAX_AGE_SECONDS = 3600

/**
 * Link previews of offers, projects and people. The cache key is the content of the card, read from the database on
 * each request: a change renders a new one, and deleted rows have none.
 */
export function servePreviews(app: FastifyInstance, services: Services): void {
  const pictureOf = cachedPictures(services)

  const send = async (request: FastifyRequest, reply: FastifyReply, card: StoredCard) => {
    const key = createHash('sha256').update(JSON.stringify(card)).digest('base64url').slice(0, 22)
    reply.header('etag', `"${key}"`).header('cache-control', `public, max-age=${MAX_AGE_SECONDS}`)
    // Embeddable by other sites.
    reply.header('cross-origin-resource-policy', 'cross-origin')
    if (request.headers['if-none-match'] === `"${key}"`) return reply.status(304).send()
    return reply.type(PREVIEW.type).send(await pictureOf(key, card))
  }

  for (const { prefix, locale } of addressLocales(services.config.locale)) {
    app.get(prefix + PRODUCT_PREVIEW_PATH, async (request, reply) => {
      await services.limits.take(LIMIT_RULES.preview, request.address)
      return send(request, reply, runInLocale(locale, productCard))
    })
    for (const preview of PREVIEWS) {
      app.get(prefix + previewPath(preview, ':file').replace('.jpg', ''), async (request, reply) => {
        await services.limits.take(LIMIT_RULES.preview, request.address)
        const card = await runInLocale(locale, () => cardOf(services, preview, request.params))
        return send(request, reply, card)
      })
    }
  }
}

function cardOf({ db }: Services, preview: Preview, params: unknown): Promise<StoredCard> {
  const { file } = params as { file: string }
  const id = Id.safeParse(/^(.*)\.jpg$/.exec(file)?.[1])
  if (!id.success) throw notFound()
  return storedCard(db, preview, id.data)
}

/** Caches previews; concurrent requests share one rendering. */
function cachedPictures({ files, images }: Services) {
  const cache = new LRUCache<string, Buffer, StoredCard>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ length }) => length,
    fetchMethod: (_key, _stale, { context }) => draw(context),
    // A preview that is evicted during its rendering is still sent.
    ignoreFetchAbort: true,
  })

  async function draw({ picture, shape, ...card }: StoredCard): Promise<Buffer> {
    const photo = picture === '' ? undefined : await readPicture(picture)
    return images.draw({
      ...card,
      picture: photo && { bytes: photo, shape },
    } satisfies PreviewCard)
  }

  /** An upload in a middle size; foreign pictures are never fetched. */
  async function readPicture(stored: string): Promise<Buffer | undefined> {
    const [folder, extension] = storedFileName(stored)?.split('.') ?? []
    if (folder === undefined || extension !== 'webp') return undefined
    for (const name of ['960.webp', '480.webp', 'full.webp']) {
      const found = await files.read(folder, name)
      if (Buffer.isBuffer(found)) return found
      found?.destroy()
    }
    return undefined
  }

  return (key: string, card: StoredCard): Promise<Buffer> => cache.forceFetch(key, { context: card })
}
