import { useEffect, useRef, useState } from 'react'

/** The distance below the viewport at which loading begins. */
const AHEAD = '200px'

/** `isInView` is true from the moment the element comes near the viewport. */
export function useInView<E extends Element>() {
  const ref = useRef<E>(null)
  const [isInView, setInView] = useState(false)

  useEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return
        setInView(true)
        observer.disconnect()
      },
      { rootMargin: AHEAD },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  return { ref, isInView }
}
