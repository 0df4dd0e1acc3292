import { Spinner } from '../ui/Spinner.tsx'

/** Shown until a page has content. */
export function PageSpinner() {
  return (
    <div className="grid min-h-[60vh] place-items-center">
      <Spinner size="lg" />
    </div>
  )
}
