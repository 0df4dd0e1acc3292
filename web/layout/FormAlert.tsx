import { type ComponentProps, useEffect, useRef } from 'react'
import { Alert } from '../ui/Alert.tsx'

/** The outcome of a submit, scrolled into sight: a form may be longer than the window. */
export function FormAlert(props: Omit<ComponentProps<typeof Alert>, 'className'>) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.scrollIntoView?.({ block: 'nearest' })
  }, [])
  return (
    <div ref={box} className="w-full">
      <Alert {...props} />
    </div>
  )
}
