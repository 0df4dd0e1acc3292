import { type RefObject, useEffect } from 'react'

/** On phones the panel is all there is: the page behind it neither scrolls nor takes the focus. */
export function useFullScreen(panel: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const phone = window.matchMedia('(width < 40rem)')
    const widget = panel.current?.closest('aside')
    const others = [...(widget?.parentElement?.children ?? [])].filter((element) => element !== widget)

    function apply(isPhone: boolean) {
      document.documentElement.style.overflow = isPhone ? 'hidden' : ''
      for (const element of others) element.toggleAttribute('inert', isPhone)
      panel.current?.toggleAttribute('aria-modal', isPhone)
      if (isPhone) panel.current?.setAttribute('aria-modal', 'true')
    }

    const follow = () => apply(phone.matches)
    follow()
    phone.addEventListener('change', follow)
    return () => {
      phone.removeEventListener('change', follow)
      apply(false)
    }
  }, [panel])
}
