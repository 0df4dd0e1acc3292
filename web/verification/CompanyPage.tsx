import { m } from '#contract/texts.ts'
import type { LoadContext } from '../lib/load-context.ts'
import { ApplicantSettings } from '../settings/ApplicantSettings.tsx'
import { SettingsFrame } from '../settings/SettingsFrame.tsx'
import { VerificationSection } from './VerificationSection.tsx'
import { verificationQuery } from './verification.api.ts'

/** The company of a recruiter in the settings. */
export default function CompanyPage() {
  return (
    <SettingsFrame title={m.settings_company()}>
      <VerificationSection />
      <ApplicantSettings />
    </SettingsFrame>
  )
}

export const load = ({ queryClient }: LoadContext) => queryClient.prefetchQuery(verificationQuery())
