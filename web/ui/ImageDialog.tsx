import { type TouchEvent, useEffect, useEffectEvent, useRef } from 'react'
import { m } from '#contract/texts.ts'
import { Dialog } from './Dialog.tsx'
import { ImageArrows } from './ImageArrows.tsx'

export type DialogImage = { src: string; alt: string }

type ImageDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  images: readonly DialogImage[]
  /** The index of the shown image. */
  index?: number
  /** Required for several images. */
  onIndexChange?: (index: number) => void
  /** As in Dialog. */
  finalFocus?: (() => HTMLElement | null | false) | undefined
}

/** One of several images in full size, as large as the window allows: buttons, arrow keys and swipes wrap around. */
export default function ImageDialog({
  title,
  images,
  index = 0,
  onIndexChange,
  ...dialog
}: ImageDialogProps) {
  const image = images[index]
  const isSeveral = images.length > 1
  const turn = (by: 1 | -1) => isSeveral && onIndexChange?.((index + by + images.length) % images.length)
  const swipe = useSwipe(turn)
  useArrowKeys(dialog.open, turn)
  if (!image) return null

  return (
    <Dialog
      {...dialog}
      title={title}
      size="full"
      footer={
        <>
          {isSeveral && (
            <p role="status" className="mr-auto flex items-center text-muted text-sm max-sm:grow-0!">
              {m.general_image_position({ index: index + 1, length: images.length })}
            </p>
          )}
          <a
            href={image.src}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex min-h-11 items-center max-sm:justify-end"
          >
            {m.general_open_image()}
          </a>
        </>
      }
    >
      <div className="relative h-full" {...swipe}>
        <img
          // Otherwise the former image would stay until the next one is loaded.
          key={image.src}
          src={image.src}
          alt={image.alt}
          referrerPolicy="no-referrer"
          className="size-full select-none object-scale-down"
        />
        {isSeveral && <ImageArrows onTurn={turn} />}
      </div>
    </Dialog>
  )
}

/** On the document: on a touch screen the focus is on the dialog itself, outside of its content, and the dialog stops arrow keys. */
function useArrowKeys(isActive: boolean, turn: (by: 1 | -1) => void) {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    if (event.key === 'ArrowRight') turn(1)
    else if (event.key === 'ArrowLeft') turn(-1)
    else return
    event.preventDefault()
  })
  useEffect(() => {
    if (!isActive) return
    const listen = (event: KeyboardEvent) => handle(event)
    document.addEventListener('keydown', listen, true)
    return () => document.removeEventListener('keydown', listen, true)
  }, [isActive])
}

/** Shorter moves are presses. */
const SWIPE_PX = 40

function useSwipe(turn: (by: 1 | -1) => void) {
  const start = useRef<{ x: number; y: number }>(undefined)
  return {
    onTouchStart({ touches }: TouchEvent) {
      const finger = touches[0]
      // In a zoomed picture one finger pans, and two fingers zoom.
      const isZoom = touches.length > 1 || (window.visualViewport?.scale ?? 1) > 1
      start.current = finger && !isZoom ? { x: finger.clientX, y: finger.clientY } : undefined
    },
    onTouchEnd({ changedTouches }: TouchEvent) {
      const finger = changedTouches[0]
      if (!finger || !start.current) return
      const [x, y] = [finger.clientX - start.current.x, finger.clientY - start.current.y]
      start.current = undefined
      if (Math.abs(x) >= SWIPE_PX && Math.abs(x) > Math.abs(y)) turn(x < 0 ? 1 : -1)
    },
  }
}
