import { useNavigation } from 'react-router'
import { m } from '#contract/texts.ts'

/** A progress bar while a page loads; delayed, so that quick pages do not flash it. */
export function RouteProgress() {
  const isLoading = useNavigation().state === 'loading'
  if (!isLoading) return null
  return (
    <div
      role="progressbar"
      aria-label={m.layout_loading()}
      className="show-delayed fixed inset-x-0 top-0 z-50 h-0.5 [--loading-delay:0.2s]"
    >
      <div className="h-full w-full origin-left scale-x-90 bg-primary transition-transform delay-200 duration-[4s] starting:scale-x-0" />
    </div>
  )
}
