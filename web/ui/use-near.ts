import { useEffect, useRef, useState } from 'react'

/** How far below the window things are fetched. */
const AHEAD = '200px'

/** True from the moment on that the element is nearly in sight, for what few people scroll down to. */
export function useNear<E extends Element>() {
  const ref = useRef<E>(null)
  const [isNear, setNear] = useState(false)

  useEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return
        setNear(true)
        observer.disconnect()
      },
      { rootMargin: AHEAD },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  return { ref, isNear }
}
