import { cn } from './cn.ts'
import { pictureFiles } from './picture-files.ts'

type PictureProps = {
  src: string
  alt: string
  /** Rendered widths, as in the `sizes` attribute. */
  sizes: string
  /** Loaded eagerly with high priority. */
  priority?: boolean | undefined
  className?: string | undefined
}

/** A responsive picture. Its class sets the size of its box, against layout shifts. */
export function Picture({ src, alt, sizes, priority = false, className }: PictureProps) {
  const files = pictureFiles(src)
  return (
    <img
      {...files}
      sizes={files.srcSet && sizes}
      alt={alt}
      loading={priority ? 'eager' : 'lazy'}
      fetchPriority={priority ? 'high' : undefined}
      decoding="async"
      referrerPolicy="no-referrer"
      className={cn('bg-neutral-bg', className)}
    />
  )
}
