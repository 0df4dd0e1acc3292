import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'

/** After a change of page: says its title and moves the keyboard to its beginning. */
export function RouteAnnouncer() {
  const { pathname } = useLocation()
  const lastPathname = useRef(pathname)
  const [title, setTitle] = useState('')

  useEffect(() => {
    if (lastPathname.current === pathname) return
    lastPathname.current = pathname
    setTitle(document.title)
    const isInDialog = document.activeElement?.closest('[role="dialog"], [role="alertdialog"]')
    if (!isInDialog) document.getElementById('content')?.focus({ preventScroll: true })
  }, [pathname])

  return (
    <div aria-live="assertive" aria-atomic="true">
      <VisuallyHidden>{title}</VisuallyHidden>
    </div>
  )
}
