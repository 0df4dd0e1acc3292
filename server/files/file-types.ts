export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif'

/** Detects the image type by its first bytes; undefined for every unsupported type, SVG and HEIC included (F1). */
export function imageFormatOf(bytes: Buffer): ImageFormat | undefined {
  const ascii = (from: number, to: number) => bytes.toString('latin1', from, to)
  if (ascii(0, 3) === '\xff\xd8\xff') return 'jpeg'
  if (ascii(0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (ascii(0, 4) === 'RIFF' && ascii(8, 12) === 'WEBP') return 'webp'
  if (ascii(0, 6) === 'GIF87a' || ascii(0, 6) === 'GIF89a') return 'gif'
  if (ascii(4, 8) === 'ftyp' && isAvifBrand(bytes)) return 'avif'
  return undefined
}

/** Lower for AVIF: decoding a tiny file can take gigabytes (F2). */
export const maxPixelsOf = (format: ImageFormat): number => (format === 'avif' ? 16_000_000 : 25_000_000)

export const isPdf = (bytes: Buffer): boolean => bytes.toString('latin1', 0, 5) === '%PDF-'

/** The major brand, or 'avif' among the compatible ones of the generic brand; HEIC has neither. */
function isAvifBrand(bytes: Buffer): boolean {
  const brands = bytes.toString('latin1', 8, Math.min(bytes.readUInt32BE(0), 64))
  const major = brands.slice(0, 4)
  if (major === 'avif' || major === 'avis') return true
  return major === 'mif1' && /^.{4}.{4}(?:.{4})*?avif/s.test(brands) && !/hei[cxm]|hevc/.test(brands)
}
