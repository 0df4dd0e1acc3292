import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { BodyInputOf } from '#contract/endpoint.ts'
import {
  getNotificationSettings,
  MAIL_MODES,
  type MailMode,
  type NotificationSettings,
  updateNotificationSettings,
} from '#contract/notification-settings.ts'
import { m } from '#contract/texts.ts'
import { call } from '../lib/api.ts'
import { apiQuery } from '../lib/api-query.ts'
import { useAuth } from '../lib/auth.ts'
import { SettingsFrame } from '../settings/SettingsFrame.tsx'
import { SUMMARY_KEY } from '../settings/settings.api.ts'
import { Card } from '../ui/Card.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Select } from '../ui/Select.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Switch } from '../ui/Switch.tsx'
import { PushSwitch } from './PushSwitch.tsx'
import { QuietHoursForm } from './QuietHoursForm.tsx'
import { shownTypes } from './shown-types.ts'

const settingsQuery = () =>
  queryOptions({
    queryKey: ['settings', 'notifications'],
    queryFn: apiQuery(getNotificationSettings),
    meta: { personal: true },
  })

const SKELETONS = ['push', 'first', 'second', 'third']

export default function NotificationSettingsPage() {
  const settings = useQuery(settingsQuery())
  return (
    <SettingsFrame title={m.notifications_settings_title()}>
      {settings.isError ? (
        <ErrorState message={settings.error.message} onRetry={() => void settings.refetch()} />
      ) : settings.data ? (
        <Settings kinds={settings.data.kinds} quiet={settings.data.quiet} />
      ) : (
        <div aria-busy="true" className="space-y-4">
          {SKELETONS.map((key) => (
            <Skeleton key={key} className="h-24 w-full" />
          ))}
        </div>
      )}
    </SettingsFrame>
  )
}

function Settings({ kinds, quiet }: NotificationSettings) {
  const { role = 'developer' } = useAuth()
  const queryClient = useQueryClient()
  const change = useMutation({
    mutationFn: (body: BodyInputOf<typeof updateNotificationSettings>) =>
      call(updateNotificationSettings, { body }),
    onSuccess: (stored) => {
      queryClient.setQueryData(settingsQuery().queryKey, stored)
      void queryClient.invalidateQueries({ queryKey: SUMMARY_KEY })
    },
  })
  return (
    <div className="space-y-4">
      {change.isError && (
        <p role="alert" className="text-danger text-sm">
          {change.error.message}
        </p>
      )}
      <Card as="section" aria-labelledby="push-settings">
        <h2 id="push-settings" className="text-lg">
          {m.notifications_push_title()}
        </h2>
        <PushSwitch />
        <QuietHoursForm
          quiet={quiet}
          busy={change.isPending}
          isSaved={change.isSuccess && change.variables.quiet !== undefined}
          onChange={(next) => change.mutate({ quiet: next })}
        />
      </Card>
      <Card padding="none" className="divide-y divide-line">
        {shownTypes(role).map((type) => {
          const channels = kinds[type]
          if (!channels) return null
          const name = m.notifications_type({ type })
          const set = (changed: object) => change.mutate({ kinds: { [type]: changed } })
          return (
            <section
              key={type}
              aria-label={name}
              className="grid items-center gap-x-6 gap-y-2 px-5 py-3 max-wide:grid-cols-2 wide:grid-cols-[minmax(0,1fr)_8rem_8rem_14rem]"
            >
              <h2 className="text-base max-wide:col-span-2">{name}</h2>
              {type !== 1 && (
                <Switch
                  checked={channels.bell}
                  disabled={change.isPending}
                  onCheckedChange={(bell) => set({ bell })}
                  label={m.notifications_bell()}
                />
              )}
              <Switch
                className="wide:col-start-3"
                checked={channels.push}
                disabled={change.isPending}
                onCheckedChange={(push) => set({ push })}
                label={m.notifications_push()}
              />
              <Select
                className="max-wide:col-span-2 wide:col-start-4"
                aria-label={m.notifications_mail_of({ name })}
                value={channels.mail}
                disabled={change.isPending}
                onChange={(event) => set({ mail: event.target.value as MailMode })}
                options={MAIL_MODES.map((mode) => ({
                  value: mode,
                  label: m.notifications_mail_mode({ mode }),
                }))}
              />
            </section>
          )
        })}
      </Card>
    </div>
  )
}
