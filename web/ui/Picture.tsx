import { cn } from './cn.ts'
import { pictureFiles } from './picture-files.ts'

type PictureProps = {
  src: string
  alt: string
  /** How wide it is drawn, for the choice of the right file. */
  sizes: string
  /** Fetched at once and first. */
  priority?: boolean | undefined
  className?: string | undefined
}

/** A picture in the size that is needed; its box has to come from the class, so that nothing jumps. */
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
