import ImageOff from 'lucide-react/icons/image-off'
import { type MouseEvent, useEffect, useState } from 'react'
import { m } from '#contract/texts.ts'
import { realtime } from '../lib/realtime.ts'
import { lazyDialog } from '../ui/lazy-dialog.tsx'

const ImageDialog = lazyDialog(() => import('./ImageDialog.tsx'))

type ImageLinkProps = { src: string; onFailed: () => void }

/** A press opens the picture large (FLOW-08); with a key held down the browser does what it does with links. */
export function ImageLink({ src, onFailed }: ImageLinkProps) {
  const [isOpen, setIsOpen] = useState(false)
  const handleClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    setIsOpen(true)
  }
  return (
    <>
      <a href={src} target="_blank" rel="noopener noreferrer" className="block" onClick={handleClick}>
        <BubbleImage src={src} alt={m.messages_enlarge_image()} onFailed={onFailed} />
      </a>
      <ImageDialog open={isOpen} onOpenChange={setIsOpen} src={src} />
    </>
  )
}

/** In a box of fixed height, so that nothing moves when it loads. */
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
