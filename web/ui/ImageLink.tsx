import type { ComponentProps, MouseEvent } from 'react'

type ImageLinkProps = Omit<ComponentProps<'a'>, 'href' | 'target' | 'rel' | 'onClick'> & {
  src: string
  onOpen: () => void
}

/** Around an image: a press opens it large; with a modifier key it behaves like any link. */
export function ImageLink({ src, onOpen, ...props }: ImageLinkProps) {
  const handleClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onOpen()
  }
  return <a {...props} href={src} target="_blank" rel="noopener noreferrer" onClick={handleClick} />
}
