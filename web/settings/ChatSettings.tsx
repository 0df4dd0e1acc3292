import { updateChatSettings } from '#contract/messages.ts'
import { m } from '#contract/texts.ts'
import { call } from '../lib/api.ts'
import { SwitchSetting } from './SwitchSetting.tsx'
import { chatSettingsQuery } from './settings.api.ts'

/** Typing indicator and read receipts, in both directions. */
export const ChatSettings = () => (
  <SwitchSetting
    heading={m.settings_chat()}
    label={m.settings_signals()}
    hint={m.settings_signals_hint()}
    query={chatSettingsQuery()}
    isOn={({ signals }) => signals}
    save={(signals) => call(updateChatSettings, { body: { signals } })}
  />
)
