import { useEffect, useRef, useState } from 'react'

/** HOME-15 */
const DURATION_MS = 800

/**
 * Counts from 0 to the value once, when the element first becomes visible. With reduced motion and in server-rendered
 * HTML the value is final from the start.
 */
export function useCountUp<E extends Element>(value: number) {
  const ref = useRef<E>(null)
  const [shown, setShown] = useState<number>()
  const [isSeen, setSeen] = useState(false)

  useEffect(() => {
    const element = ref.current
    if (!element || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    setShown(0)
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return
      setSeen(true)
      observer.disconnect()
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  useEffect(() => {
    if (!isSeen) return
    const started = performance.now()
    let frame = requestAnimationFrame(function step(now) {
      const share = Math.min(1, Math.max(0, (now - started) / DURATION_MS))
      setShown(Math.round(value * (1 - (1 - share) ** 3)))
      if (share < 1) frame = requestAnimationFrame(step)
      else setShown(undefined)
    })
    return () => cancelAnimationFrame(frame)
  }, [isSeen, value])

  return { ref, shown: shown ?? value }
}
