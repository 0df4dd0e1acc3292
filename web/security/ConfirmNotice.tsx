import { useMutation } from '@tanstack/react-query'
import MailCheck from 'lucide-react/icons/mail-check'
import { resendConfirmation } from '#contract/email-addresses.ts'
import { m } from '#contract/texts.ts'
import { call } from '../lib/api.ts'
import { useAuth } from '../lib/auth.ts'
import { Button } from '../ui/Button.tsx'

/** Below the header, for people with an unconfirmed address (ACCT-01). */
export default function ConfirmNotice() {
  const { profile } = useAuth()
  const again = useMutation({ mutationFn: () => call(resendConfirmation) })
  if (profile?.emailConfirmed !== false) return null
  return (
    <section aria-label={m.security_confirm_page_title()} className="text-sm">
      <div className="page-width flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
        <p className="flex min-w-0 flex-1 basis-64 items-center gap-2">
          <MailCheck aria-hidden="true" className="size-4 shrink-0 text-blue-ink" />
          <span className="min-w-0 break-words">{m.security_confirm_banner({ email: profile.email })}</span>
        </p>
        <p role="status" className={again.isError ? 'text-danger' : 'text-success'}>
          {again.isError ? again.error.message : again.data?.message}
        </p>
        {!again.isSuccess && (
          <Button variant="outline" size="sm" loading={again.isPending} onClick={() => again.mutate()}>
            {m.security_confirm_again()}
          </Button>
        )}
      </div>
    </section>
  )
}
