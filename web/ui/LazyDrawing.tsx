import { type ReactNode, useEffect, useState } from 'react'

type LazyDrawingProps = {
  /** Imports the drawing; what it shows fills the box. */
  load: () => Promise<ReactNode>
}

const loaded = new Map<LazyDrawingProps['load'], ReactNode>()

/** The room of a drawing, and the drawing once it has come: few pages show one, so none carries it. */
export function LazyDrawing({ load }: LazyDrawingProps) {
  const [drawing, setDrawing] = useState(() => (typeof window === 'undefined' ? undefined : loaded.get(load)))
  useEffect(() => {
    let isCurrent = true
    load().then(
      (arrived) => {
        loaded.set(load, arrived)
        if (isCurrent) setDrawing(arrived)
      },
      // A page without its drawing says the same.
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [load])
  return <div className="mb-6 aspect-[320/170] w-56 max-w-full">{drawing}</div>
}
