import { Link } from 'react-router'
import { PRODUCT } from '#contract/product.ts'
import { paths } from '../paths.ts'
import { LegalPage, MailLink } from './LegalPage.tsx'

export default function PrivacyPage() {
  const days = PRODUCT.retentionDays
  return (
    <LegalPage title="Privacy Policy" description={`Which data ${PRODUCT.name} keeps, and why.`}>
      <h2>What we keep</h2>
      <ul className="grid gap-2">
        <li>Your account: name, surname, email, a hash of your password, phone and birth date.</li>
        <li>
          Your profile: picture, description, location, position, skills, languages, links and CV, or your
          company's data.
        </li>
        <li>What you publish: projects, experiences, studies, offers.</li>
        <li>
          Your applications: phone number, cover letter, the moment in which you accepted their processing,
          and their status.
        </li>
        <li>Your chat messages and notifications, and your messages to our support.</li>
      </ul>
      <h2>Who sees it</h2>
      <p>
        Profiles, projects and offers are public; a developer's profile page also shows the email, the links
        and the CV. Your birth date and phone are shown to nobody; the phone number of an application goes
        only to the recruiter of that offer. Messages are read by the two people who write them.
      </p>
      <h2>What stays in your browser</h2>
      <p>
        Your sign-in, your choice of theme, the time at which you last viewed a project, and what you have
        typed and not sent yet. The details stand in the{' '}
        <Link to={paths.cookies()} className="text-link">
          Cookie Policy
        </Link>
        .
      </p>
      <h2>What we do not do</h2>
      <p>
        There is no tracking, no advertising and no analysis by third parties. Data about public code
        repositories that are linked to projects is fetched by our server, so that your browser does not
        contact the repository host. Pictures from other sites are not loaded, unless the operator of this
        installation allows them; then that site is not told which page you are on.
      </p>
      <h2>How long we keep it</h2>
      <ul className="grid gap-2">
        <li>
          The phone number and the cover letter of an application: {days.APPLICATIONS} days after the offer
          was removed, or its recruiter's account erased.
        </li>
        <li>Your sign-ins: {days.SESSIONS} days after they end by themselves.</li>
        <li>Your messages to our support: {days.TICKETS} days.</li>
        <li>Mails to you that wait on our server: {days.OUTBOX} days.</li>
        <li>Everything else that is yours: until you remove it, or your account.</li>
      </ul>
      <h2>Logs</h2>
      <p>
        Our server keeps technical logs, with the network address of each request, for at most 30 days, to
        find faults and to stop abuse.
      </p>
      <h2>Deactivation and deletion</h2>
      <p>
        When you deactivate your account, your profile and everything in it disappears from the site at once.
        Your personal data is erased 30 days later. Applications stay with the recruiter's offer, without your
        name. You can ask for a copy of your data, for its correction or for its deletion at any time.
      </p>
      <h2>Questions</h2>
      <p>
        <MailLink address={PRODUCT.privacyEmail} />
      </p>
    </LegalPage>
  )
}
