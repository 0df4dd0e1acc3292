import { type KeyboardEvent, type UIEvent, useRef, useState } from 'react'
import { m } from '#contract/texts.ts'
import { cn } from '../ui/cn.ts'
import { ImageArrows } from '../ui/ImageArrows.tsx'
import { ImageLink } from '../ui/ImageLink.tsx'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { Picture } from '../ui/Picture.tsx'
import { smallPicture } from '../ui/picture-files.ts'
import { GALLERY_SIZES } from './gallery-sizes.ts'

const ImageDialog = lazyDialog(() => import('../ui/ImageDialog.tsx'))

/** Swipe, buttons, thumbnails and arrow keys; wraps around (PROJD-03). A press opens the image large. */
export function ImageSlider({ images, title }: { images: string[]; title: string }) {
  const strip = useRef<HTMLUListElement>(null)
  const [selected, setSelected] = useState(0)
  /** The target of a running scroll: a second press continues from there. */
  const bound = useRef<number>(undefined)
  /** The index of the image open in full size. */
  const [large, setLarge] = useState<number>()
  const shown = images.map((src, index) => ({
    src,
    alt: m.projects_image_alt({ title, index: index + 1, length: images.length }),
  }))

  function follow({ currentTarget }: UIEvent<HTMLUListElement>) {
    const index = Math.round(currentTarget.scrollLeft / currentTarget.clientWidth)
    setSelected(index)
    if (index === bound.current) bound.current = undefined
  }

  function show(index: number, behavior: ScrollBehavior = wantsNoMotion() ? 'instant' : 'smooth') {
    const { current } = strip
    bound.current = index
    current?.scrollTo({ left: index * current.clientWidth, behavior })
  }

  const turn = (by: 1 | -1) => show(((bound.current ?? selected) + by + images.length) % images.length)

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key === 'ArrowRight') turn(1)
    else if (event.key === 'ArrowLeft') turn(-1)
    else return
    event.preventDefault()
  }

  /** The slider moves to the image last shown large. */
  function handleLarge(isOpen: boolean) {
    if (isOpen || large === undefined) return
    show(large, 'instant')
    setSelected(large)
    setLarge(undefined)
  }

  return (
    <>
      <section
        aria-roledescription={m.projects_carousel()}
        aria-label={m.projects_images_of({ title })}
        onKeyDown={handleKeyDown}
      >
        <div className="relative aspect-[16/10] overflow-hidden rounded-card border border-line bg-sunken">
          <ul
            ref={strip}
            onScroll={follow}
            aria-live="polite"
            className="scroll-quiet flex h-full snap-x snap-mandatory overflow-x-auto overscroll-x-contain rounded-card [scrollbar-width:none]"
          >
            {shown.map(({ src, alt }, index) => (
              <li
                key={src}
                aria-roledescription={m.projects_slide()}
                aria-label={m.projects_slide_position({ index: index + 1, length: images.length })}
                aria-hidden={index !== selected}
                className="h-full min-w-0 flex-[0_0_100%] snap-start snap-always"
              >
                <GalleryImage
                  src={src}
                  alt={alt}
                  priority={index === 0}
                  tabIndex={index === selected ? 0 : -1}
                  onOpen={() => setLarge(index)}
                />
              </li>
            ))}
          </ul>
          <ImageArrows onTurn={turn} />
        </div>
        <ul className="scroll-quiet flex h-16 items-center gap-2 px-1">
          {images.map((image, index) => (
            <li key={image}>
              <button
                type="button"
                aria-label={m.projects_image_show({ index: index + 1 })}
                aria-current={index === selected}
                onClick={() => show(index)}
                className={cn(
                  'block h-11 w-11 overflow-hidden rounded-control border-2 sm:w-16',
                  index === selected
                    ? 'border-primary'
                    : 'border-transparent opacity-80 hover:opacity-100 forced-colors:border-[Canvas]',
                )}
              >
                <img
                  src={smallPicture(image, 64)}
                  alt=""
                  referrerPolicy="no-referrer"
                  className="size-full bg-neutral-bg object-cover"
                />
              </button>
            </li>
          ))}
        </ul>
      </section>
      <ImageDialog
        open={large !== undefined}
        onOpenChange={handleLarge}
        title={title}
        images={shown}
        index={large ?? selected}
        onIndexChange={setLarge}
        finalFocus={() => strip.current?.children[selected]?.querySelector('a') ?? null}
      />
    </>
  )
}

type GalleryImageProps = {
  src: string
  alt: string
  priority: boolean
  tabIndex?: number
  onOpen: () => void
}

/** Fills its frame; the link is named by its image. */
export function GalleryImage({ src, alt, priority, tabIndex, onOpen }: GalleryImageProps) {
  return (
    <ImageLink
      src={src}
      title={m.general_enlarge_image()}
      draggable={false}
      tabIndex={tabIndex}
      onOpen={onOpen}
      className="block size-full cursor-zoom-in rounded-card focus-visible:-outline-offset-2"
    >
      <Picture
        src={src}
        alt={alt}
        sizes={GALLERY_SIZES}
        priority={priority}
        className="size-full select-none bg-transparent object-contain"
      />
    </ImageLink>
  )
}

function wantsNoMotion() {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches
}
