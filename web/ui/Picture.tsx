import { cn } from './cn.ts'

/** The widths in pixels that the server keeps of each of its pictures. */
const KEPT_WIDTHS = [160, 480, 960]
const FULL_WIDTH = 1600
const OWN_PICTURE = /\/files\/[\w-]{22}\.webp$/

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
  const isOwn = OWN_PICTURE.test(src)
  return (
    <img
      src={isOwn ? `${src}?w=${KEPT_WIDTHS.at(-1)}` : src}
      srcSet={
        isOwn
          ? [...KEPT_WIDTHS.map((width) => `${src}?w=${width} ${width}w`), `${src} ${FULL_WIDTH}w`].join(', ')
          : undefined
      }
      sizes={isOwn ? sizes : undefined}
      alt={alt}
      loading={priority ? 'eager' : 'lazy'}
      fetchPriority={priority ? 'high' : undefined}
      decoding="async"
      referrerPolicy="no-referrer"
      className={cn('bg-neutral-bg', className)}
    />
  )
}
