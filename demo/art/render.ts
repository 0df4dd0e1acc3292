import sharp, { type Raw, type Sharp } from 'sharp'
import { IMAGE_WIDTHS } from '#contract/uploads.ts'
import type { PictureRecipe } from '../draw-task.ts'
import { type AvatarRecipe, drawAvatar } from './avatars.ts'
import { drawCover } from './covers.ts'
import { drawLogo } from './logos.ts'

export interface Picture {
  width: number
  height: number
  /** The same names as those of an upload: `full.webp`, `960.webp`, … */
  files: Record<string, Buffer>
}

/** Draws a picture and makes all the sizes that an upload would have. */
export async function renderPicture(recipe: PictureRecipe): Promise<Picture> {
  const drawing = sharp(Buffer.from(draw(recipe)))
  if (recipe.draw === 'cover') drawing.resize({ width: recipe.width })
  let pixels = await toPixels(drawing.removeAlpha())
  const { width, height } = pixels.raw
  const files: Record<string, Buffer> = { 'full.webp': await encodeFull(pixels) }
  // Each size is made from the next larger one, which is less work and looks the same on flat colours.
  for (const size of IMAGE_WIDTHS.filter((size) => size < width).sort((a, b) => b - a)) {
    pixels = await toPixels(from(pixels).resize({ width: size }))
    files[`${size}.webp`] = await from(pixels).webp({ quality: 74, effort: 0 }).toBuffer()
  }
  return { width, height, files }
}

function draw(recipe: PictureRecipe) {
  if (recipe.draw === 'cover') return drawCover(recipe)
  return recipe.draw === 'avatar' ? drawAvatar(recipe) : drawLogo(recipe)
}

/** A picture should stay below this, whatever is on it. */
const MAX_BYTES = 60_000
/** The first one is quick and enough for most; the others make what is full of small things small enough. */
const TRIES = [
  { quality: 72, effort: 0 },
  { quality: 66, effort: 2 },
  { quality: 40, effort: 2 },
  { quality: 20, effort: 2 },
]

async function encodeFull(pixels: Pixels): Promise<Buffer> {
  let bytes = Buffer.alloc(0)
  for (const settings of TRIES) {
    bytes = await from(pixels).webp(settings).toBuffer()
    if (bytes.length <= MAX_BYTES) break
  }
  return bytes
}

interface Pixels {
  data: Buffer
  raw: Raw
}

const from = ({ data, raw }: Pixels) => sharp(data, { raw })

async function toPixels(picture: Sharp): Promise<Pixels> {
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
  return { data, raw: { width: info.width, height: info.height, channels: info.channels } }
}

/** A small portrait as JPEG, for documents. */
export const renderPortrait = (recipe: AvatarRecipe): Promise<Buffer> =>
  sharp(Buffer.from(drawAvatar(recipe)))
    .resize({ width: 240 })
    .removeAlpha()
    .jpeg({ quality: 86 })
    .toBuffer()
