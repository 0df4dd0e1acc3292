import { m } from '#contract/texts.ts'
import { BlockedPeople } from '../blocks/BlockedPeople.tsx'
import { ChatSettings } from './ChatSettings.tsx'
import { SettingsFrame } from './SettingsFrame.tsx'

export default function PrivacyPage() {
  return (
    <SettingsFrame title={m.settings_privacy()}>
      <ChatSettings />
      <BlockedPeople />
    </SettingsFrame>
  )
}
