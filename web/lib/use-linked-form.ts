import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** The state of a link that opens a form of the page it leads to. */
export const linkedForm = (form: object) => ({ form })

/** Opens the form of the link to this page, once. `isAllowed` is false for people without that form. */
export function useLinkedForm<Form extends object>(isAllowed: boolean, onOpen: (form: Form) => void) {
  const { key, pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const open = useEffectEvent(() => {
    const form = typeof state === 'object' && state !== null && 'form' in state ? state.form : undefined
    if (!isAllowed || form === undefined) return
    // Not again after a reload or Back.
    void navigate(pathname + search, { replace: true, state: null, preventScrollReset: true })
    // Safe: written by linkedForm in the same tab.
    onOpen(form as Form)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each link has a location of its own
  useEffect(() => open(), [key, isAllowed])
}
