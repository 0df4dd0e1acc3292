import { type ComponentProps, Suspense } from 'react'
import { lazyPart } from '../ui/lazy-part.ts'

const BlockButton = lazyPart(() => import('./BlockButton.tsx'))

/** The place of the button, which only signed-in readers load. */
export function BlockSlot(props: ComponentProps<typeof BlockButton>) {
  return (
    <div className="min-h-9 pointer-coarse:min-h-11">
      <Suspense fallback={null}>
        <BlockButton {...props} />
      </Suspense>
    </div>
  )
}
