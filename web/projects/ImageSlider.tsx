import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { type KeyboardEvent, type UIEvent, useRef, useState } from 'react'
import { m } from '#contract/texts.ts'
import { cn } from '../ui/cn.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { Picture } from '../ui/Picture.tsx'
import { smallPicture } from '../ui/picture-files.ts'
import { GALLERY_SIZES } from './gallery-sizes.ts'

/** Swipe, buttons, thumbnails and arrow keys; wraps around (PROJD-03). */
export function ImageSlider({ images, title }: { images: string[]; title: string }) {
  const strip = useRef<HTMLUListElement>(null)
  const [selected, setSelected] = useState(0)
  /** The target of a running scroll: a second press continues from there. */
  const bound = useRef<number>(undefined)

  function follow({ currentTarget }: UIEvent<HTMLUListElement>) {
    const index = Math.round(currentTarget.scrollLeft / currentTarget.clientWidth)
    setSelected(index)
    if (index === bound.current) bound.current = undefined
  }

  function show(index: number) {
    const { current } = strip
    bound.current = index
    current?.scrollTo({ left: index * current.clientWidth, behavior: wantsNoMotion() ? 'instant' : 'smooth' })
  }

  const turn = (by: 1 | -1) => show(((bound.current ?? selected) + by + images.length) % images.length)
  const next = () => turn(1)
  const previous = () => turn(-1)

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key === 'ArrowRight') next()
    else if (event.key === 'ArrowLeft') previous()
    else return
    event.preventDefault()
  }

  return (
    <section
      aria-roledescription={m.projects_carousel()}
      aria-label={m.projects_images_of({ title })}
      onKeyDown={handleKeyDown}
    >
      <div className="aspect-[16/10] overflow-hidden rounded-card border border-line bg-sunken">
        <ul
          ref={strip}
          onScroll={follow}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard (WCAG 2.1.1)
          tabIndex={0}
          aria-live="polite"
          className="scroll-quiet flex h-full snap-x snap-mandatory overflow-x-auto overscroll-x-contain rounded-card [scrollbar-width:none] focus-visible:-outline-offset-2"
        >
          {images.map((image, index) => (
            <li
              key={image}
              aria-roledescription={m.projects_slide()}
              aria-label={m.projects_slide_position({ index: index + 1, length: images.length })}
              aria-hidden={index !== selected}
              className="h-full min-w-0 flex-[0_0_100%] snap-start snap-always"
            >
              <Picture
                src={image}
                alt={m.projects_image_alt({ title, index: index + 1, length: images.length })}
                sizes={GALLERY_SIZES}
                priority={index === 0}
                className="size-full select-none bg-transparent object-contain"
              />
            </li>
          ))}
        </ul>
      </div>
      <div className="flex h-16 items-center justify-between gap-3">
        <IconButton label={m.projects_image_previous()} variant="outline" onClick={previous}>
          <ChevronLeft aria-hidden="true" />
        </IconButton>
        <ul className="scroll-quiet flex gap-2 p-1">
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
        <IconButton label={m.projects_image_next()} variant="outline" onClick={next}>
          <ChevronRight aria-hidden="true" />
        </IconButton>
      </div>
    </section>
  )
}

function wantsNoMotion() {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches
}
