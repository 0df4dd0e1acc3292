import { PRODUCT } from '#contract/product.ts'
import { ERASURE_DAYS } from '#contract/retention.ts'
import { m } from '#contract/texts.ts'
import { formatList } from '../lib/format.ts'
import { paths } from '../paths.ts'
import { Rich } from '../ui/Rich.tsx'
import { LegalPage, linkTo, MailLink } from './LegalPage.tsx'

export default function PrivacyPage() {
  const days = PRODUCT.retentionDays
  return (
    <LegalPage title={m.legal_privacy()} description={m.legal_privacy_description({ product: PRODUCT.name })}>
      <h2>{m.legal_privacy_keep()}</h2>
      <ul className="grid gap-2">
        <li>{m.legal_privacy_keep_account()}</li>
        <li>{m.legal_privacy_keep_profile()}</li>
        <li>{m.legal_privacy_keep_published()}</li>
        <li>{m.legal_privacy_keep_applications()}</li>
        <li>{m.legal_privacy_keep_messages()}</li>
        <li>{m.legal_privacy_keep_sign_ins()}</li>
        <li>{m.legal_privacy_keep_factors()}</li>
        <li>{m.legal_privacy_keep_consent()}</li>
        <li>{m.legal_privacy_keep_reports()}</li>
        {PRODUCT.providers.length > 0 && (
          <li>
            {m.legal_privacy_keep_identities({
              providers: formatList(PRODUCT.providers.map(({ name }) => name)),
            })}
          </li>
        )}
      </ul>
      <h2>{m.legal_privacy_who()}</h2>
      <p>{m.legal_privacy_who_text()}</p>
      <p>{m.legal_privacy_who_moderators()}</p>
      <h2>{m.legal_privacy_browser()}</h2>
      <p>
        <Rich text={m.legal_privacy_browser_text()} parts={{ link: linkTo(paths.cookies()) }} />
      </p>
      <h2>{m.legal_privacy_not()}</h2>
      <p>{m.legal_privacy_not_text()}</p>
      <h2>{m.legal_privacy_how_long()}</h2>
      <ul className="grid gap-2">
        <li>{m.legal_privacy_days_applications({ days: days.APPLICATIONS })}</li>
        <li>{m.legal_privacy_days_sessions({ days: days.SESSIONS })}</li>
        <li>{m.legal_privacy_days_tickets({ days: days.TICKETS })}</li>
        <li>{m.legal_privacy_days_outbox({ days: days.OUTBOX })}</li>
        <li>{m.legal_privacy_days_reports({ days: days.REPORTS })}</li>
        <li>{m.legal_privacy_days_history({ days: days.HISTORY })}</li>
        <li>{m.legal_privacy_keep_addresses()}</li>
        <li>{m.legal_privacy_keep_handles()}</li>
        <li>{m.legal_privacy_keep_verification()}</li>
        <li>{m.legal_privacy_rest()}</li>
      </ul>
      <h2>{m.legal_privacy_logs()}</h2>
      <p>{m.legal_privacy_logs_text()}</p>
      <h2>{m.legal_privacy_deletion()}</h2>
      <p>{m.legal_privacy_deletion_text({ days: ERASURE_DAYS })}</p>
      <h2>{m.legal_questions()}</h2>
      <p>
        <MailLink address={PRODUCT.privacyEmail} />
      </p>
    </LegalPage>
  )
}
