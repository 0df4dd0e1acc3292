import { PRODUCT } from '#contract/product.ts'
import { m } from '#contract/texts.ts'
import { LegalPage, MailLink } from './LegalPage.tsx'

const SIGNS = [
  m.trust_safety_money,
  m.trust_safety_code,
  m.trust_safety_wallet,
  m.trust_safety_documents,
  m.trust_safety_messenger,
  m.trust_safety_company,
]
const ACTS = [
  m.trust_safety_act_report,
  m.trust_safety_act_block,
  m.trust_safety_act_check,
  m.trust_safety_act_lost,
]

/** Signs of a scam (TRUST-04). */
export default function SafetyPage() {
  return (
    <LegalPage title={m.trust_safety()} description={m.trust_safety_description()} isBinding={false}>
      <p>{m.trust_safety_intro()}</p>
      <h2>{m.trust_safety_signs()}</h2>
      <ul className="grid gap-3">
        {SIGNS.map((sign) => (
          <li key={sign()}>{sign()}</li>
        ))}
      </ul>
      <p>{m.trust_safety_verified()}</p>
      <h2>{m.trust_safety_act()}</h2>
      <ul className="grid gap-3">
        {ACTS.map((act) => (
          <li key={act()}>{act()}</li>
        ))}
      </ul>
      <p>
        {m.trust_safety_questions()} <MailLink address={PRODUCT.supportEmail} />.
      </p>
    </LegalPage>
  )
}
