import { useEffect } from 'react'

const PREFIX = /^\(\d+\) /
const ICON_PIXELS = 64

/** Shows the unread count in the tab's title, '(2) Offers · Puente', and a dot on its icon. */
export function useTitleBadge(count: number) {
  useEffect(() => {
    const write = () => {
      const plain = document.title.replace(PREFIX, '')
      const title = count > 0 ? `(${count}) ${plain}` : plain
      if (title !== document.title) document.title = title
    }
    write()
    // Each page sets a new title.
    const observer = new MutationObserver(write)
    observer.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => {
      observer.disconnect()
      document.title = document.title.replace(PREFIX, '')
    }
  }, [count])

  const isBadged = count > 0
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
    if (!isBadged || !link) return
    const { href, type } = link
    let isCurrent = true
    void drawBadged(href).then((drawn) => {
      if (!isCurrent || !drawn) return
      link.type = 'image/png'
      link.href = drawn
    })
    return () => {
      isCurrent = false
      link.type = type
      link.href = href
    }
  }, [isBadged])
}

/** The icon with a dot, or undefined where it cannot be drawn. */
async function drawBadged(href: string): Promise<string | undefined> {
  const image = new Image(ICON_PIXELS, ICON_PIXELS)
  image.src = href
  try {
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = ICON_PIXELS
    canvas.height = ICON_PIXELS
    const context = canvas.getContext('2d')
    if (!context) return undefined
    context.drawImage(image, 0, 0, ICON_PIXELS, ICON_PIXELS)
    context.beginPath()
    context.arc(ICON_PIXELS - 16, 16, 14, 0, 2 * Math.PI)
    context.fillStyle = '#d9480f'
    context.fill()
    context.lineWidth = 4
    context.strokeStyle = '#ffffff'
    context.stroke()
    return canvas.toDataURL('image/png')
  } catch {
    return undefined
  }
}
