import { PRODUCT } from '#contract/product.ts'
import { m, type Text } from '#contract/texts.ts'
import { SESSION_DAYS } from '#contract/users.ts'
import { LegalPage, MailLink } from './LegalPage.tsx'

const entries: [name: string, meaning: Text][] = [
  ['token', () => m.legal_cookies_token({ days: SESSION_DAYS })],
  ['device', m.legal_cookies_device],
  ['unconfirmed', m.legal_cookies_unconfirmed],
  ['theme', m.legal_cookies_theme],
  ['recentSearches', m.legal_cookies_recent],
  ['dismissedAnnouncements', m.legal_cookies_dismissed],
  ['firstSteps_…', m.legal_cookies_first_steps],
  ['lastView_…', m.legal_cookies_last_view],
  ['offersVisit_…', m.legal_cookies_offers_visit],
  ['react-router-scroll-positions', m.legal_cookies_scroll],
  ['reloadedAt', m.legal_cookies_reloaded],
  ['redirectAfterLogin', m.legal_cookies_redirect],
  ['pendingAction', m.legal_cookies_pending],
  ['signInFlow', m.legal_cookies_flow],
  ['draft:…', m.legal_cookies_draft],
  ['reopenAfterLogin', m.legal_cookies_reopen],
  ['chat-drafts-…', m.legal_cookies_chat_drafts],
  ['chat-outbox-…', m.legal_cookies_chat_outbox],
]

export default function CookiesPage() {
  return (
    <LegalPage title={m.legal_cookies()} description={m.legal_cookies_description({ product: PRODUCT.name })}>
      <p>{m.legal_cookies_text({ product: PRODUCT.name })}</p>
      <dl className="grid gap-3 rounded-card border border-line bg-surface p-5">
        {entries.map(([name, meaning]) => (
          <div key={name} className="grid items-baseline gap-x-4 sm:grid-cols-[15rem_1fr]">
            <dt>
              <code>{name}</code>
            </dt>
            <dd className="text-muted">{meaning()}</dd>
          </div>
        ))}
      </dl>
      <p>{m.legal_cookies_empty()}</p>
      <h2>{m.legal_questions()}</h2>
      <p>
        <MailLink address={PRODUCT.privacyEmail} />
      </p>
    </LegalPage>
  )
}
