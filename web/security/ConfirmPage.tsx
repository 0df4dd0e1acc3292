import { useMutation } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { confirmEmail } from '#contract/email-addresses.ts'
import { m } from '#contract/texts.ts'
import { Page } from '../layout/Page.tsx'
import { call } from '../lib/api.ts'
import { reloadProfile } from '../lib/session.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/Button.tsx'

/** Linked from a mail. Nothing happens before the button is pressed: mail programs prefetch links. */
export default function ConfirmPage() {
  const { token = '' } = useParams()
  const confirm = useMutation({
    mutationFn: () => call(confirmEmail, { body: { token } }),
    onSuccess: () => void reloadProfile(),
  })
  return (
    <Page title={m.security_confirm_page_title()} width="form">
      {confirm.data ? (
        <>
          <p role="status" className="mb-6">
            {confirm.data.message}
          </p>
          <Link to={paths.home()} className="text-link">
            {m.security_continue()}
          </Link>
        </>
      ) : (
        <>
          <p className="mb-6">{m.security_confirm_page()}</p>
          <Button size="lg" loading={confirm.isPending} onClick={() => confirm.mutate()}>
            {m.security_confirm_action()}
          </Button>
          {confirm.isError && (
            <p role="alert" className="mt-4 text-danger">
              {confirm.error.message}
            </p>
          )}
        </>
      )}
    </Page>
  )
}
