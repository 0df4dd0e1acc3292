import { useState } from 'react'
import { m } from '#contract/texts.ts'
import { useAuth } from '../lib/auth.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { prefetch } from '../ui/lazy-import.ts'
import { Tag } from '../ui/Tag.tsx'

const EmailDialog = lazyDialog(() => import('./EmailDialog.tsx'))

/** The address of the account, its confirmation and change (ACCT-01). */
export function EmailSection() {
  const { profile } = useAuth()
  // A new key resets the form.
  const [shown, setShown] = useState<{ key: number; open: boolean }>()
  return (
    <Card as="section" aria-labelledby="email-address">
      <h2 id="email-address" className="text-lg">
        {m.security_email()}
      </h2>
      <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 break-all">
        {profile?.email}
        <Tag tone={profile?.emailConfirmed ? 'green' : 'yellow'}>
          {profile?.emailConfirmed ? m.security_email_confirmed() : m.security_email_unconfirmed()}
        </Tag>
      </p>
      <Button
        variant="outline"
        className="mt-3"
        onPointerEnter={() => prefetch(EmailDialog.code)}
        onFocus={() => prefetch(EmailDialog.code)}
        onClick={() => setShown({ key: (shown?.key ?? 0) + 1, open: true })}
      >
        {m.security_change_email()}
      </Button>
      {shown && (
        <EmailDialog
          key={shown.key}
          open={shown.open}
          onOpenChange={(open) => setShown({ ...shown, open })}
        />
      )}
    </Card>
  )
}
