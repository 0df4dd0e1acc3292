import { type RefObject, useEffect } from 'react'

const PHONE = '(width < 40rem)'

/** Whether the panel covers the page, so that its links have to close it. */
export const coversPage = () => window.matchMedia(PHONE).matches

/** On phones the panel is modal: the page behind it neither scrolls nor takes the focus. */
export function useFullScreen(panel: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const phone = window.matchMedia(PHONE)
    const widget = panel.current?.closest('aside')
    const others = [...(widget?.parentElement?.children ?? [])].filter((element) => element !== widget)

    function apply(isPhone: boolean) {
      document.documentElement.style.overflow = isPhone ? 'hidden' : ''
      for (const element of others) element.toggleAttribute('inert', isPhone)
      if (isPhone) panel.current?.setAttribute('aria-modal', 'true')
      else panel.current?.removeAttribute('aria-modal')
    }

    /** Ends the panel above an on-screen keyboard that overlays the page. */
    function fit() {
      const { visualViewport } = window
      if (!panel.current || !visualViewport) return
      const { height, offsetTop } = visualViewport
      const isCovered = phone.matches && height < window.innerHeight - 1
      panel.current.style.height = isCovered ? `${height}px` : ''
      panel.current.style.top = isCovered ? `${offsetTop}px` : ''
    }

    const follow = () => apply(phone.matches)
    follow()
    phone.addEventListener('change', follow)
    window.visualViewport?.addEventListener('resize', fit)
    return () => {
      phone.removeEventListener('change', follow)
      window.visualViewport?.removeEventListener('resize', fit)
      apply(false)
    }
  }, [panel])
}
