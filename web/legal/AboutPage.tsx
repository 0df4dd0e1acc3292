import { Link } from 'react-router'
import { PRODUCT } from '#contract/product.ts'
import { m } from '#contract/texts.ts'
import { paths } from '../paths.ts'
import { Rich } from '../ui/Rich.tsx'
import { LegalPage, linkTo, MailLink } from './LegalPage.tsx'

export default function AboutPage() {
  return (
    <LegalPage
      title={m.legal_about()}
      description={m.legal_about_description({ product: PRODUCT.name })}
      isBinding={false}
    >
      <p>
        {PRODUCT.name === 'Puente' && (
          <>
            <Rich
              text={m.legal_about_bridge({ product: PRODUCT.name })}
              parts={{ name: (words) => <em lang="es">{words}</em> }}
            />{' '}
          </>
        )}
        {m.legal_about_banks({ product: PRODUCT.name })}
      </p>
      <h2>{m.legal_about_developers()}</h2>
      <p>{m.legal_about_developers_text()}</p>
      <h2>{m.legal_about_recruiters()}</h2>
      <p>{m.legal_about_recruiters_text()}</p>
      <h2>{m.legal_about_everyone()}</h2>
      <p>
        <Rich
          text={m.legal_about_everyone_text()}
          parts={{
            developers: linkTo(paths.developers()),
            projects: linkTo(paths.projects()),
            offers: linkTo(paths.offers()),
          }}
        />
      </p>
      <p>
        <Link to={paths.safety()} className="text-link">
          {m.trust_safety_link()}
        </Link>
      </p>
      <h2>{m.legal_about_write()}</h2>
      <p>
        <Rich
          text={m.legal_about_questions({ address: PRODUCT.supportEmail })}
          parts={{ mail: (address) => <MailLink address={address} /> }}
        />
      </p>
    </LegalPage>
  )
}
