import { useMutation } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { undoEmailChange } from '#contract/email-addresses.ts'
import { m } from '#contract/texts.ts'
import { Page } from '../layout/Page.tsx'
import { call } from '../lib/api.ts'
import { auth } from '../lib/auth.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/Button.tsx'

/** Linked from the mail to the former address. Nothing happens before the button is pressed. */
export default function UndoEmailPage() {
  const { token = '' } = useParams()
  const undo = useMutation({
    mutationFn: () => call(undoEmailChange, { body: { token } }),
    // Every session of the account has ended; this browser may have one.
    onSuccess: () => auth.token() && auth.signOut('expired'),
  })
  return (
    <Page title={m.security_undo_title()} width="form">
      {undo.data ? (
        <>
          <p role="status" className="mb-6">
            {undo.data.message}
          </p>
          <Link to={paths.login()} className="text-link">
            {m.auth_login()}
          </Link>
        </>
      ) : (
        <>
          <p className="mb-6">{m.security_undo_page()}</p>
          <Button size="lg" loading={undo.isPending} onClick={() => undo.mutate()}>
            {m.security_undo_action()}
          </Button>
          {undo.isError && (
            <p role="alert" className="mt-4 text-danger">
              {undo.error.message}
            </p>
          )}
        </>
      )}
    </Page>
  )
}
