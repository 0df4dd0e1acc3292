import { m } from '#contract/texts.ts'
import { Page } from '../layout/Page.tsx'
import type { LoadContext } from '../lib/load-context.ts'
import { SettingsSections } from '../settings/SettingsSections.tsx'
import { VerificationSection } from './VerificationSection.tsx'
import { verificationQuery } from './verification.api.ts'

/** The company of a recruiter in the settings. */
export default function CompanyPage() {
  return (
    <Page title={m.settings_company()} width="prose">
      <SettingsSections />
      <VerificationSection />
    </Page>
  )
}

export const load = ({ queryClient }: LoadContext) => queryClient.prefetchQuery(verificationQuery())
