/** The widths in pixels that the server keeps of each of its pictures, beside the whole one. */
const KEPT_WIDTHS = [160, 480, 960]
const FULL_WIDTH = 2000
const OWN_PICTURE = /\/files\/[\w-]{22}\.webp$/

/** What to offer the browser for a picture; only our own server has it in several sizes. */
export function pictureFiles(src: string): { src: string; srcSet?: string } {
  if (!OWN_PICTURE.test(src)) return { src }
  const files = KEPT_WIDTHS.map((width) => `${src}?w=${width} ${width}w`)
  return { src: `${src}?w=${KEPT_WIDTHS.at(-1)}`, srcSet: [...files, `${src} ${FULL_WIDTH}w`].join(', ') }
}

/** The smallest of our files that fills a box of so many pixels, on sharp screens too. */
export function smallPicture(src: string, pixels: number): string {
  if (!OWN_PICTURE.test(src)) return src
  const width = KEPT_WIDTHS.find((kept) => kept >= pixels * 2)
  return width === undefined ? src : `${src}?w=${width}`
}
