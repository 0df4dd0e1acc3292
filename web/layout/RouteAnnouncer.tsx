import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'

/** After navigation: announces the title and moves the focus to the content. */
export function RouteAnnouncer() {
  const { pathname, key } = useLocation()
  const lastPathname = useRef(pathname)
  const firstKey = useRef(key)
  const [title, setTitle] = useState('')

  useEffect(() => {
    if (lastPathname.current === pathname) return
    lastPathname.current = pathname
    setTitle(document.title)
    const isInDialog = document.activeElement?.closest('[role="dialog"], [role="alertdialog"]')
    if (!isInDialog) document.getElementById('content')?.focus({ preventScroll: true })
  }, [pathname])

  useEffect(() => {
    if (firstKey.current === key) return
    // The server's head describes the page that it rendered (web/seo/render-head.ts).
    for (const about of document.head.querySelectorAll('[data-page]')) about.remove()
  }, [key])

  return (
    <div aria-live="assertive" aria-atomic="true">
      <VisuallyHidden>{title}</VisuallyHidden>
    </div>
  )
}
