import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { paths } from '../paths.ts'
import { auth } from './auth.ts'
import { drafts } from './drafts.ts'
import { returnPath } from './return-path.ts'

/**
 * A sign-in that ends while a form is open in a dialog: leads to the login, comes back here and opens the form
 * again, which takes up what was typed. `open` is the form that is open now, `name` tells the dialogs of a page apart.
 */
export function useReopenedForm<Form>(name: string, open: Form | undefined, onReopen: (form: Form) => void) {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()

  const leave = useEffectEvent(() => {
    // Somebody else has signed in elsewhere: the form belongs to nobody who is here.
    if (open === undefined || auth.get().id !== undefined) return
    drafts.reopenLater(name, open)
    returnPath.remember(pathname + search)
    void navigate(paths.login())
  })
  const reopen = useEffectEvent(() => {
    const form = drafts.takeReopened(name)
    // Written by the same page, a moment ago, in the same tab.
    if (form !== undefined) onReopen(form as Form)
  })

  useEffect(() => {
    reopen()
    return auth.onSignOut((how) => how === 'expired' && leave())
  }, [])
}
