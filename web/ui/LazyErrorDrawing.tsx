import { type ReactNode, useEffect, useState } from 'react'

let drawing: ReactNode

/** Reserves the space of the drawing and loads it when it is shown. */
export function LazyErrorDrawing() {
  const [shown, show] = useState(drawing)
  useEffect(() => {
    // The drawing is decoration.
    import('./illustrations/ErrorDrawing.tsx').then(
      ({ ErrorDrawing }) => {
        drawing = <ErrorDrawing />
        show(drawing)
      },
      () => undefined,
    )
  }, [])
  return <div className="mb-6 aspect-[320/170] w-56 max-w-full">{shown}</div>
}
