import { Link } from 'react-router'
import { PRODUCT } from '#contract/product.ts'
import { paths } from '../paths.ts'
import { LegalPage, MailLink } from './LegalPage.tsx'

export default function AboutPage() {
  return (
    <LegalPage title="About us" description={`What ${PRODUCT.name} is and for whom.`} isBinding={false}>
      <p>
        {PRODUCT.name === 'Puente' && (
          <>
            <em lang="es">Puente</em> is Spanish for bridge.{' '}
          </>
        )}
        {PRODUCT.name} stands between two banks: people who build software and people who look for builders.
      </p>
      <h2>For developers</h2>
      <p>
        A profile shows what you have made: projects with pictures, code and a live link, your experience,
        your studies, your languages and your CV. You apply to offers with one form and see how each
        application stands.
      </p>
      <h2>For recruiters</h2>
      <p>
        You post offers, see who applied and with what work, move applicants from pending to accepted, and
        talk to them in the chat.
      </p>
      <h2>For everyone else</h2>
      <p>
        Developers, projects and offers are open to read without an account:{' '}
        <Link to={paths.developers()} className="text-link">
          developers
        </Link>
        ,{' '}
        <Link to={paths.projects()} className="text-link">
          projects
        </Link>
        ,{' '}
        <Link to={paths.offers()} className="text-link">
          offers
        </Link>
        .
      </p>
      <h2>Write to us</h2>
      <p>
        Questions and ideas: <MailLink address={PRODUCT.supportEmail} />.
      </p>
    </LegalPage>
  )
}
