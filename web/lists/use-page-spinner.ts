import { useEffect, useState } from 'react'

/** PROJ-16 */
const SPINNER_MS = 500

/** True after a page change, for at least 500 ms and until the new page is loaded (decision 47). */
export function usePageSpinner(page: number, isMissing: boolean): boolean {
  const [settledPage, setSettledPage] = useState(page)
  useEffect(() => {
    if (page === settledPage) return
    const timer = setTimeout(() => setSettledPage(page), SPINNER_MS)
    return () => clearTimeout(timer)
  }, [page, settledPage])
  const isTurning = page !== settledPage
  // A slower page keeps its spinner: this wait started with a page change.
  const [isWaiting, setWaiting] = useState(false)
  if (isTurning !== isWaiting && (isTurning || !isMissing)) setWaiting(isTurning)
  return isTurning || (isWaiting && isMissing)
}
