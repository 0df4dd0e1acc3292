/** Pixels of a side: several times any shown size. */
const MAX_SIDE = 1024
const QUALITY = 0.9

type Area = { x: number; y: number; width: number; height: number }

/** A square part of a picture, in its own pixels, as a file; throws if the picture is cross-origin without permission. */
export async function cropPicture(image: HTMLImageElement, { x, y, width, height }: Area): Promise<File> {
  const side = Math.max(1, Math.min(MAX_SIDE, Math.round(width)))
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  canvas.getContext('2d')?.drawImage(image, x, y, width, height, 0, 0, side, side)
  // Browsers without a WebP encoder write PNG.
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', QUALITY))
  if (!blob) throw new Error('The picture could not be cropped.')
  return new File([blob], `avatar.${blob.type.split('/')[1]}`, { type: blob.type })
}
