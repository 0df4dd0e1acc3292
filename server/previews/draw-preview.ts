import sharp from 'sharp'
import { PRODUCT } from '#contract/product.ts'
import { PREVIEW } from '#contract/seo.ts'
import { outline, wrap } from './text-outlines.ts'

/** The content of a link preview. */
export type PreviewCard = {
  /** The line above the title: 'Offer · Acueducto'. */
  kicker: string
  title: string
  facts: readonly string[]
  tone: 'primary' | 'secondary'
  /** A stored picture: filling the right side, or in a circle. */
  picture?: { bytes: Buffer; shape: 'cover' | 'round' } | undefined
}

const { width: WIDTH, height: HEIGHT } = PREVIEW
const LEFT = 72
const COLORS = {
  background: '#FAFAF7',
  line: '#E2E6E1',
  text: '#17211D',
  muted: '#56635D',
  primary: '#0F766E',
  secondary: '#B9481F',
}
const COVER = { left: 760, top: 0, width: WIDTH - 760, height: HEIGHT }
const ROUND = { left: 828, top: 136, width: 300, height: 300 }
const TITLE_SIZES = [80, 70, 60, 52]
const QUALITY = 86

/** The picture as JPEG, in the look of the product. */
export async function drawPreview(card: PreviewCard): Promise<Buffer> {
  const base = sharp(Buffer.from(cardSvg(card)))
  const layers = card.picture ? [await layerOf(card.picture)] : []
  return base
    .composite(layers)
    .flatten({ background: COLORS.background })
    .jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4' })
    .toBuffer()
}

async function layerOf({ bytes, shape }: NonNullable<PreviewCard['picture']>) {
  const frame = shape === 'cover' ? COVER : ROUND
  const photo = sharp(bytes).resize({ width: frame.width, height: frame.height, fit: 'cover' })
  if (shape === 'round') {
    const side = frame.width
    const mask = `<svg width="${side}" height="${side}"><circle cx="${side / 2}" cy="${side / 2}" r="${side / 2}"/></svg>`
    photo.composite([{ input: Buffer.from(mask), blend: 'dest-in' }]).png({ compressionLevel: 1 })
  }
  return { input: await photo.toBuffer(), left: frame.left, top: frame.top }
}

function cardSvg({ kicker, title, facts, tone, picture }: PreviewCard): string {
  const width = (picture ? 640 : WIDTH - 2 * LEFT) - (picture?.shape === 'round' ? 0 : 20)
  const heading = fittingTitle(title, width)
  const parts: string[] = []
  let y = 124
  const [kickerLine = ''] = wrap(kicker, { font: 'strong', size: 28, width, maxLines: 1 }).lines
  parts.push(colored(COLORS[tone], outline(kickerLine, 'strong', 28, [LEFT, y])))
  y += 28
  for (const line of heading.lines) {
    y += heading.size * 1.08
    parts.push(colored(COLORS.text, outline(line, 'heading', heading.size, [LEFT, Math.round(y)])))
  }
  y += 26
  for (const fact of facts.filter((text) => text !== '').slice(0, 3)) {
    const [line = ''] = wrap(fact, { font: 'text', size: 30, width, maxLines: 1 }).lines
    y += 44
    parts.push(colored(COLORS.muted, outline(line, 'text', 30, [LEFT, Math.round(y)])))
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
    <rect width="${WIDTH}" height="${HEIGHT}" fill="${COLORS.background}"/>
    ${bridge()}
    <rect width="${WIDTH}" height="10" fill="${COLORS[tone]}"/>
    ${parts.join('')}
    ${wordmark()}
  </svg>`
}

/** The largest size at which the title needs no more than three lines. */
function fittingTitle(title: string, width: number) {
  const tries = TITLE_SIZES.map((size) => ({
    size,
    ...wrap(title.slice(0, 200) || PRODUCT.name, { font: 'heading', size, width, maxLines: 3 }),
  }))
  const [largest] = tries.filter(({ isWhole }) => isWhole)
  return largest ?? tries.at(-1) ?? { size: 52, lines: [] }
}

const colored = (color: string, drawing: string) => `<g fill="${color}">${drawing}</g>`

function wordmark(): string {
  const mark = `<g transform="translate(${LEFT} 536) scale(1.7)" fill="none" stroke="${COLORS.primary}" stroke-linecap="round">
    <path d="M3 19.5C5.5 8.5 10 3 16 3s10.5 5.5 13 16.5" stroke-width="3"/><path d="M1.5 13.5h29" stroke-width="2.5"/>
    <path d="M11 13V6.2M16 13V4.500M21 13V6.2" stroke-width="1.600"/></g>`
  return mark + colored(COLORS.text, outline(PRODUCT.name, 'heading', 40, [LEFT + 70, 569]))
}

/** The line drawing of the home page (web/ui/BridgeArc.tsx). */
function bridge(): string {
  const hangers = Array.from({ length: 23 }, (_, index) => 60 + index * 60).flatMap((x) => {
    const t = (x + 40) / 1520
    const y = (1 - t) ** 2 * 340 - 280 * t * (1 - t) + t ** 2 * 340
    return y < 266 ? `<path d="M${x} ${y.toFixed(1)}V268"/>` : []
  })
  return `<g transform="translate(-20 322) scale(0.862)" fill="none" stroke="${COLORS.line}" stroke-width="2">
    <path d="M-40 340Q720-140 1480 340" stroke-width="3"/><path d="M-40 352Q720-104 1480 352"/>
    <path d="M-20 268H1460M-20 278H1460"/>${hangers.join('')}</g>`
}
