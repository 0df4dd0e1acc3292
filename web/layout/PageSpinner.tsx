import { Spinner } from '../ui/Spinner.tsx'

/** Until a page can show content. */
export function PageSpinner() {
  return (
    <div className="grid min-h-[60vh] place-items-center">
      <Spinner size="lg" />
    </div>
  )
}
