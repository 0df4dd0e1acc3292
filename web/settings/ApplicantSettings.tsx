import { updateApplicationSettings } from '#contract/applications.ts'
import { m } from '#contract/texts.ts'
import { call } from '../lib/api.ts'
import { SwitchSetting } from './SwitchSetting.tsx'
import { applicationSettingsQuery } from './settings.api.ts'

/** For recruiters: whether the first opening makes an applicant reviewed (APPL-05). */
export const ApplicantSettings = () => (
  <SwitchSetting
    heading={m.settings_applicants()}
    label={m.settings_mark_reviewed()}
    hint={m.settings_mark_reviewed_hint()}
    query={applicationSettingsQuery()}
    isOn={({ reviewOnOpen }) => reviewOnOpen}
    save={(reviewOnOpen) => call(updateApplicationSettings, { body: { reviewOnOpen } })}
  />
)
