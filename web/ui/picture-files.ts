/** Widths in pixels of the resized files on our server, beside the full one. */
const RESIZED_WIDTHS = [160, 480, 960]
const FULL_WIDTH = 2000
const OWN_PICTURE = /\/files\/[\w-]{22}\.webp$/

/** `src` and `srcset` of a picture; only our own server has several sizes. */
export function pictureFiles(src: string): { src: string; srcSet?: string } {
  if (!OWN_PICTURE.test(src)) return { src }
  const files = RESIZED_WIDTHS.map((width) => `${src}?w=${width} ${width}w`)
  return { src: `${src}?w=${RESIZED_WIDTHS.at(-1)}`, srcSet: [...files, `${src} ${FULL_WIDTH}w`].join(', ') }
}

/** URL of the smallest file for a box of so many CSS pixels at double density. */
export function smallPicture(src: string, pixels: number): string {
  if (!OWN_PICTURE.test(src)) return src
  const width = RESIZED_WIDTHS.find((resized) => resized >= pixels * 2)
  return width === undefined ? src : `${src}?w=${width}`
}
