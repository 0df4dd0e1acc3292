import { type ReactNode, useEffect, useState } from 'react'

let drawing: ReactNode

/** The room of the drawing, and the drawing once it has come: few pages show it, so none carries it. */
export function LazyErrorDrawing() {
  const [shown, show] = useState(drawing)
  useEffect(() => {
    // A page without its drawing says the same.
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
