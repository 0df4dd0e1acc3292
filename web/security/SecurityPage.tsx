import { m } from '#contract/texts.ts'
import { Page } from '../layout/Page.tsx'
import { Identities } from '../openid/Identities.tsx'
import { SettingsSections } from '../settings/SettingsSections.tsx'
import { EmailSection } from './EmailSection.tsx'
import { SecondFactor } from './SecondFactor.tsx'
import { Sessions } from './Sessions.tsx'

export default function SecurityPage() {
  return (
    <Page title={m.security_title()} width="prose">
      <SettingsSections />
      <div className="grid gap-4">
        <EmailSection />
        <SecondFactor />
        <Identities />
        <Sessions />
      </div>
    </Page>
  )
}
