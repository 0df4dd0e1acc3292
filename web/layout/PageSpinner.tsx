import { Spinner } from '../ui/Spinner.tsx'

/** While a page cannot show anything yet. */
export function PageSpinner() {
  return (
    <div className="grid min-h-[60vh] place-items-center">
      <Spinner size="lg" />
    </div>
  )
}
