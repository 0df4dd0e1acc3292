import { useEffect, useState } from 'react'

/** PROJ-16 */
const SPINNER_MS = 500

/** True from a change of the page number on, for at least 500 ms and until the new page is there (DECISION 91). */
export function usePageSpinner(page: number, isMissing: boolean): boolean {
  const [settledPage, setSettledPage] = useState(page)
  useEffect(() => {
    if (page === settledPage) return
    const timer = setTimeout(() => setSettledPage(page), SPINNER_MS)
    return () => clearTimeout(timer)
  }, [page, settledPage])
  const isTurning = page !== settledPage
  // A page that takes longer keeps its spinner: it is remembered that this wait began with a turn.
  const [isWaiting, setWaiting] = useState(false)
  if (isTurning !== isWaiting && (isTurning || !isMissing)) setWaiting(isTurning)
  return isTurning || (isWaiting && isMissing)
}
