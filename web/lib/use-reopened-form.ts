import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { paths } from '../paths.ts'
import { auth } from './auth.ts'
import { drafts } from './drafts.ts'
import { returnPath } from './return-path.ts'

/**
 * When the session expires while a form is open in a dialog: goes to the login, returns here and reopens the form,
 * which restores its input. `open` is the currently open form, `name` distinguishes the dialogs of a page.
 */
export function useReopenedForm<Form>(name: string, open: Form | undefined, onReopen: (form: Form) => void) {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()

  const leave = useEffectEvent(() => {
    // Another tab signed in as somebody else: the form is not theirs.
    if (open === undefined || auth.get().id !== undefined) return
    drafts.saveOpenForm(name, open)
    returnPath.save(pathname + search)
    void navigate(paths.login())
  })
  const reopen = useEffectEvent(() => {
    const form = drafts.takeOpenForm(name)
    // Safe: written by the same page in the same tab.
    if (form !== undefined) onReopen(form as Form)
  })

  useEffect(() => {
    reopen()
    return auth.onSignOut((how) => how === 'expired' && leave())
  }, [])
}
