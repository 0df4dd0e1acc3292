import { PRODUCT } from '#contract/product.ts'
import { m } from '#contract/texts.ts'
import { Rich } from '../ui/Rich.tsx'
import { LegalPage, MailLink } from './LegalPage.tsx'

const mailLink = (address: string) => <MailLink address={address} />

export default function TermsPage() {
  return (
    <LegalPage title={m.legal_terms()} description={m.legal_terms_description({ product: PRODUCT.name })}>
      <h2>{m.legal_terms_use()}</h2>
      <p>{m.legal_terms_use_text()}</p>
      <h2>{m.legal_terms_account()}</h2>
      <p>{m.legal_terms_account_text()}</p>
      <h2>{m.legal_terms_publish()}</h2>
      <p>{m.legal_terms_publish_text({ product: PRODUCT.name })}</p>
      <h2>{m.legal_terms_offers()}</h2>
      <p>{m.legal_terms_offers_text({ product: PRODUCT.name })}</p>
      <h2>{m.legal_terms_end()}</h2>
      <p>{m.legal_terms_end_text()}</p>
      <h2>{m.legal_questions()}</h2>
      <p>
        <Rich
          text={m.legal_terms_questions({ legal: PRODUCT.legalEmail, support: PRODUCT.supportEmail })}
          parts={{ legal: mailLink, support: mailLink }}
        />
      </p>
    </LegalPage>
  )
}
