import { m } from '#contract/texts.ts'
import { Identities } from '../openid/Identities.tsx'
import { SettingsFrame } from '../settings/SettingsFrame.tsx'
import { EmailSection } from './EmailSection.tsx'
import { SecondFactor } from './SecondFactor.tsx'
import { Sessions } from './Sessions.tsx'

export default function SecurityPage() {
  return (
    <SettingsFrame title={m.security_title()}>
      <EmailSection />
      <SecondFactor />
      <Identities />
      <Sessions />
    </SettingsFrame>
  )
}
