import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { m } from '#contract/texts.ts'
import type { User } from '#contract/users.ts'
import { paths } from '../paths.ts'
import { buttonStyles } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Tag } from '../ui/Tag.tsx'

/** Values of the account that are changed in other sections. */
export function AccountRows({ profile }: { profile: User }) {
  const { email, emailConfirmed, handle } = profile
  return (
    <Card padding="none">
      <dl className="divide-y divide-line px-5">
        <Row name={m.security_email()} to={paths.securitySettings()}>
          {email}{' '}
          <Tag tone={emailConfirmed ? 'green' : 'yellow'}>
            {emailConfirmed ? m.security_email_confirmed() : m.security_email_unconfirmed()}
          </Tag>
        </Row>
        <Row name={m.handles_title()} to={paths.addressSettings()}>
          {handle ? `/@${handle}` : m.settings_no_address()}
        </Row>
      </dl>
    </Card>
  )
}

function Row({ name, to, children }: { name: string; to: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
      <dt className="w-36 shrink-0 text-muted text-sm">{name}</dt>
      <dd className="wrap-anywhere min-w-0 flex-1 basis-40">{children}</dd>
      <dd>
        <Link
          to={to}
          aria-label={m.settings_change_of({ name })}
          className={buttonStyles({ variant: 'outline', size: 'sm' })}
        >
          {m.settings_change()}
        </Link>
      </dd>
    </div>
  )
}
