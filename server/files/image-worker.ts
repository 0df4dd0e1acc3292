import sharp from 'sharp'
import { IMAGE_WIDTHS } from '#contract/uploads.ts'
import { lowerPriority } from '../lib/priority.ts'
import type { PreviewCard } from '../previews/draw-preview.ts'
import type { ImageFormat } from './file-types.ts'

/**
 * The process that decodes untrusted pictures (F2): no secrets in its environment, a memory limit, one job at a time,
 * killed by its parent on timeout (image-workers.ts).
 */
export type ImageJob = { bytes: Buffer; format: ImageFormat; maxPixels: number } | { card: PreviewCard }
type Converted =
  | { problem: 'broken' | 'pixels' }
  | { width: number; height: number; files: Record<string, Buffer> }
export type ImageResult = Converted & { memoryBytes: number }
export type FromWorker = 'ready' | ImageResult

const MAX_SIDE = 2000
const WATCH_MS = 20
const QUALITY = 82

const LOADERS = ['JpegBuffer', 'PngBuffer', 'WebpBuffer', 'NsgifBuffer', 'HeifBuffer']

listen(Number(process.argv[2]))

function listen(maxMemoryBytes: number): void {
  sharp.cache(false)
  sharp.concurrency(1)
  // Blocks all other loaders, so that a disguised file cannot reach them.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: LOADERS.map((name) => `VipsForeignLoad${name}`) })
  lowerPriority()
  // The server has ended.
  process.on('disconnect', end)
  process.on('error', end)
  process.on('message', async (job: ImageJob) => {
    // Decoders allocate outside of Node's limited heap, so the process checks its own memory.
    const watch = setInterval(() => process.memoryUsage.rss() > maxMemoryBytes && end(), WATCH_MS)
    const result = 'card' in job ? await draw(job.card) : await convert(job)
    clearInterval(watch)
    process.send?.({ ...result, memoryBytes: process.memoryUsage.rss() } satisfies FromWorker)
  })
  process.send?.('ready' satisfies FromWorker)
}

/** process.exit would wait for the decoder. */
function end(): void {
  process.kill(process.pid, 'SIGTERM')
}

/** Decodes once, drops metadata and further frames, applies the orientation, and encodes every size as WebP. */
async function convert(job: Extract<ImageJob, { bytes: Buffer }>): Promise<Converted> {
  const { bytes, format, maxPixels: limitInputPixels } = job
  try {
    // Reads the header only.
    const found = await sharp(bytes, { limitInputPixels: false }).metadata()
    const isAsAnnounced =
      found.format === (format === 'avif' ? 'heif' : format) && found.compression !== 'hevc'
    if (!isAsAnnounced) return { problem: 'broken' }
    if (found.width * found.height > limitInputPixels) return { problem: 'pixels' }

    // 'error', not 'warning': some phones write pictures that every viewer shows, but only with a warning.
    const { data, info } = await sharp(bytes, { limitInputPixels, failOn: 'error', pages: 1 })
      .rotate()
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
      .raw()
      .toBuffer({ resolveWithObject: true })
    const pixels = () =>
      sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
    const files: Record<string, Buffer> = {
      'full.webp': await pixels().webp({ quality: QUALITY }).toBuffer(),
    }
    for (const size of IMAGE_WIDTHS.filter((size) => size < info.width)) {
      files[`${size}.webp`] = await pixels().resize({ width: size }).webp({ quality: QUALITY }).toBuffer()
    }
    return { width: info.width, height: info.height, files }
  } catch {
    return { problem: 'broken' }
  }
}

/** The SVG loader is enabled only for the server's own drawings, between two jobs. */
const SVG_LOADER = ['VipsForeignLoadSvgBuffer']

async function draw(card: PreviewCard): Promise<Converted> {
  sharp.unblock({ operation: SVG_LOADER })
  try {
    const { drawPreview } = await import('../previews/draw-preview.ts')
    return { width: 0, height: 0, files: { 'full.jpg': await drawPreview(card) } }
  } catch {
    return { problem: 'broken' }
  } finally {
    sharp.block({ operation: SVG_LOADER })
  }
}
