import ImageOff from 'lucide-react/icons/image-off'
import { useEffect, useState } from 'react'
import { m } from '#contract/texts.ts'
import { realtime } from '../lib/realtime.ts'
import { ImageLink } from '../ui/ImageLink.tsx'
import { lazyDialog } from '../ui/lazy-dialog.tsx'

const ImageDialog = lazyDialog(() => import('../ui/ImageDialog.tsx'))

type EnlargeableImageProps = { src: string; onFailed: () => void }

/** A press opens the image large (FLOW-08). */
export function EnlargeableImage({ src, onFailed }: EnlargeableImageProps) {
  const [isOpen, setIsOpen] = useState(false)
  const alt = m.messages_image()
  return (
    <>
      <ImageLink src={src} className="block" onOpen={() => setIsOpen(true)}>
        <BubbleImage src={src} alt={m.general_enlarge_image()} onFailed={onFailed} />
      </ImageLink>
      <ImageDialog open={isOpen} onOpenChange={setIsOpen} title={alt} images={[{ src, alt }]} />
    </>
  )
}

/** In a box of fixed height, against layout shifts. */
export function BubbleImage({ src, alt, onFailed }: { src: string; alt: string; onFailed?: () => void }) {
  const [failedSrc, setFailedSrc] = useState<string>()
  // The connection may have failed: the next one retries.
  useEffect(() => realtime.onState(() => realtime.state() === 'connected' && setFailedSrc(undefined)), [])
  if (failedSrc === src) {
    return (
      <span className="flex h-44 w-full min-w-52 flex-col items-center justify-center gap-1 bg-sunken text-muted text-xs">
        <ImageOff aria-hidden="true" className="size-5" />
        {m.messages_image_failed()}
      </span>
    )
  }
  return (
    <img
      src={src}
      alt={alt}
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => {
        setFailedSrc(src)
        onFailed?.()
      }}
      className="h-44 w-full min-w-52 bg-sunken object-cover"
    />
  )
}
