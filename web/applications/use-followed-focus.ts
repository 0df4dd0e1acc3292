import { type FocusEvent, useLayoutEffect, useRef } from 'react'
import type { Applicant } from '#contract/applications.ts'
import { focusedControl } from './applicants.ts'
import type { Drop } from './board-drop.ts'

/**
 * Keeps the focus with a card that moves to another column, on this device or another: there it is a new element. Calls
 * `follow` with the column of a card that lost the focus that way; gives the handlers of the element around all cards.
 */
export function useFollowedFocus(applicants: readonly Applicant[], follow: (drop: Drop) => void) {
  const last = useRef<{ applicantId: string; element: Element; focus: string }>(undefined)

  useLayoutEffect(() => {
    if (!last.current || last.current.element.isConnected || document.activeElement !== document.body) return
    const { applicantId, focus } = last.current
    last.current = undefined
    const applicant = applicants.find(({ _id }) => _id === applicantId)
    if (applicant) follow({ applicantId, status: applicant.status, focus })
    // Withdrawn: there is no card any more.
    else document.getElementById('content')?.focus({ preventScroll: true })
  }, [applicants, follow])

  return {
    onFocus({ target }: FocusEvent<Element>) {
      const applicantId = applicantOf(target)
      last.current = applicantId
        ? { applicantId, element: target, focus: focusedControl(applicantId) }
        : undefined
    },
    onBlur({ target }: FocusEvent<Element>) {
      // A removed element loses the focus as one that is left does; which it was shows after the commit.
      queueMicrotask(() => {
        if (target.isConnected && last.current?.element === target) last.current = undefined
      })
    },
  }
}

/** The applicant of the card that this element is in. */
export const applicantOf = (element: Element) =>
  element.closest<HTMLElement>('[data-applicant]')?.dataset.applicant
