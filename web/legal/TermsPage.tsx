import { PRODUCT } from '#contract/product.ts'
import { LegalPage, MailLink } from './LegalPage.tsx'

export default function TermsPage() {
  return (
    <LegalPage title="Terms of Use" description={`The rules for using ${PRODUCT.name}.`}>
      <h2>What you may use</h2>
      <p>
        Reading profiles, projects and offers is free and needs no account. Publishing, applying and chatting
        need one. There are two kinds, developer and recruiter; the kind is chosen at registration.
      </p>
      <h2>Your account</h2>
      <p>
        One account belongs to one person, with a true name and a reachable email. Keep your password to
        yourself. You can change it at any time, which signs you out everywhere else.
      </p>
      <h2>What you publish</h2>
      <p>
        Your texts, pictures and files stay yours. By publishing them you allow {PRODUCT.name} to show them to
        the visitors of this site. Publish only what you may publish, and nothing that is unlawful, misleading
        or hurts other people.
      </p>
      <h2>Offers and applications</h2>
      <p>
        An offer is made by the recruiter who posts it, not by {PRODUCT.name}. An application goes to that
        recruiter together with your phone number, your cover letter and your public profile.
      </p>
      <h2>Ending it</h2>
      <p>
        You can deactivate your account in the settings. What is removed then, and when, stands in the Privacy
        Policy. Accounts that break these rules can be deactivated by us.
      </p>
      <h2>Questions</h2>
      <p>
        About these terms: <MailLink address={PRODUCT.legalEmail} />. About using the site:{' '}
        <MailLink address={PRODUCT.supportEmail} />.
      </p>
    </LegalPage>
  )
}
