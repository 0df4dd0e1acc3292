import { PRODUCT } from '#contract/product.ts'
import { SESSION_DAYS } from '#contract/users.ts'
import { LegalPage, MailLink } from './LegalPage.tsx'

const entries = [
  ['token', `Your sign-in, until you log out or it ends after ${SESSION_DAYS} days.`],
  ['device', 'A random value: this browser signed in before, so guesses of others do not slow it down.'],
  ['theme', 'Light or dark, if you chose one.'],
  ['lastView_…', 'When you last viewed a project, so that one person counts once an hour.'],
  ['react-router-scroll-positions', 'How far you had scrolled, for the way back; forgotten with the tab.'],
  ['reloadedAt', 'When a page was loaded anew after a release; forgotten with the tab.'],
  ['redirectAfterLogin', 'The page to return to after login; forgotten with the tab.'],
  ['draft:…', 'What you typed into a form and did not send yet; forgotten with the tab or the logout.'],
  ['reopenAfterLogin', 'The form that was open when your sign-in ended; forgotten with the tab.'],
  ['chat-drafts-…', 'Chat messages that you have not sent yet; forgotten with the tab.'],
  ['chat-outbox-…', 'Chat messages on their way; forgotten with the tab.'],
]

export default function CookiesPage() {
  return (
    <LegalPage title="Cookie Policy" description={`What ${PRODUCT.name} keeps in your browser.`}>
      <p>
        {PRODUCT.name} sets no cookies, neither its own nor those of others. It keeps a few entries in the
        storage of your browser, all of them needed for what you ask for:
      </p>
      <dl className="grid gap-3 rounded-card border border-line bg-surface p-5">
        {entries.map(([name, meaning]) => (
          <div key={name} className="grid items-baseline gap-x-4 sm:grid-cols-[15rem_1fr]">
            <dt>
              <code>{name}</code>
            </dt>
            <dd className="text-muted">{meaning}</dd>
          </div>
        ))}
      </dl>
      <p>
        You can empty this storage in your browser at any time. You are then signed out, and what you typed
        and did not send is lost.
      </p>
      <h2>Questions</h2>
      <p>
        <MailLink address={PRODUCT.privacyEmail} />
      </p>
    </LegalPage>
  )
}
