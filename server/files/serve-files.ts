import type { FastifyInstance, FastifyReply } from 'fastify'
import { IMAGE_WIDTHS } from '#contract/uploads.ts'
import { notFound } from '../lib/errors.ts'
import { fileOf } from '../messages/message-rows.ts'
import type { Services } from '../services.ts'
import { isFileName } from './file-urls.ts'
import { findServedFile } from './files.queries.ts'

const YEAR_SECONDS = 31_536_000

type Address = { Params: { name: string }; Querystring: { w?: unknown; e?: unknown; s?: unknown } }
type ServedFile = NonNullable<Awaited<ReturnType<typeof findServedFile>>>

/** `GET /files/{name}`: looks uploads up in the database; a URL never becomes a path (F4). */
export function serveFiles(app: FastifyInstance, { config, db, files, signedUrls }: Services): void {
  app.get<Address>('/files/:name', async (request, reply) => {
    const { name } = request.params
    const file = isFileName(name) ? await findServedFile(db, name) : undefined
    if (!file) throw notFound()
    const { w, e, s } = request.query
    const secondsLeft = file.kind === 'chat' ? signedUrls.secondsLeft(name, e, s) : YEAR_SECONDS
    if (secondsLeft === 0) throw notFound()

    const [folder = '', extension] = name.split('.')
    const width = IMAGE_WIDTHS.find((size) => String(size) === w && size < (file.width ?? 0))
    const body = await files.read(folder, `${width ?? 'full'}.${extension}`)
    if (body === undefined) throw notFound()
    describe(reply, file, secondsLeft)
    // Pages hosted elsewhere show our pictures (G11).
    if (config.CORS_ORIGINS.length > 0 && extension === 'webp')
      reply.header('cross-origin-resource-policy', 'cross-origin')
    return reply.send(body)
  })
}

/** The server sets every header that describes the bytes. */
function describe(reply: FastifyReply, file: ServedFile, secondsLeft: number): void {
  reply.type(file.content_type)
  if (file.kind === 'pdf') {
    // A sandbox would disable the browser's PDF viewer. No caching: a replaced CV is unavailable at once (F5).
    reply.header('content-security-policy', "default-src 'none'")
    reply.header('content-disposition', `inline; ${fileNames(`${file.name}_${file.surname}_CV.pdf`)}`)
    reply.header('x-robots-tag', 'noindex')
    reply.header('cache-control', 'no-store')
    return
  }
  reply.header('content-security-policy', "default-src 'none'; sandbox")
  if (file.content_type === 'application/pdf') {
    // Perhaps from a stranger: always a download, and unavailable at once after its removal.
    const name = file.message_file === null ? 'file.pdf' : fileOf({ file: file.message_file })?.name
    reply.header('content-disposition', `attachment; ${fileNames(name ?? 'file.pdf')}`)
    reply.header('x-robots-tag', 'noindex')
    reply.header('cache-control', 'no-store')
    return
  }
  reply.header('content-disposition', 'inline')
  reply.header(
    'cache-control',
    file.kind === 'chat' ? `private, max-age=${secondsLeft}` : `public, max-age=${secondsLeft}, immutable`,
  )
}

/** The name in plain ASCII, and in full for clients of RFC 6266. */
function fileNames(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9._-]/g, '_')
  const whole = encodeURIComponent(name).replaceAll(
    /['()*!]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16)}`,
  )
  return `filename="${plain}"; filename*=UTF-8''${whole}`
}
