import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'

/** After a change of page: says its title and moves the keyboard to its beginning. */
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
    // What the server wrote about the page that it made (web/seo/head.ts) is not true of another one.
    for (const about of document.head.querySelectorAll('[data-page]')) about.remove()
  }, [key])

  return (
    <div aria-live="assertive" aria-atomic="true">
      <VisuallyHidden>{title}</VisuallyHidden>
    </div>
  )
}
