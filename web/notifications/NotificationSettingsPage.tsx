import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { BodyInputOf } from '#contract/endpoint.ts'
import {
  getNotificationSettings,
  MAIL_MODES,
  type MailMode,
  type NotificationSettings,
  updateNotificationSettings,
} from '#contract/notification-settings.ts'
import type { NOTIFICATION_TYPES, NotificationType } from '#contract/notifications.ts'
import { m } from '#contract/texts.ts'
import type { Role } from '#contract/users.ts'
import { Page } from '../layout/Page.tsx'
import { call } from '../lib/api.ts'
import { apiQuery } from '../lib/api-query.ts'
import { useAuth } from '../lib/auth.ts'
import { SettingsSections } from '../settings/SettingsSections.tsx'
import { Card } from '../ui/Card.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Select } from '../ui/Select.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Switch } from '../ui/Switch.tsx'
import { PushSwitch } from './PushSwitch.tsx'
import { QuietHoursForm } from './QuietHoursForm.tsx'

const settingsQuery = () =>
  queryOptions({
    queryKey: ['settings', 'notifications'],
    queryFn: apiQuery(getNotificationSettings),
    meta: { personal: true },
  })

/** By role; comments are never created (decision 43). */
const SHOWN: Record<Role, readonly Exclude<NotificationType, typeof NOTIFICATION_TYPES.comment>[]> = {
  developer: [1, 2, 4, 6, 7, 8, 9, 10, 13, 14],
  recruiter: [1, 5, 6, 9, 11, 12, 13, 14],
}
const SKELETONS = ['push', 'first', 'second', 'third']

export default function NotificationSettingsPage() {
  const settings = useQuery(settingsQuery())
  return (
    <Page title={m.notifications_settings_title()} width="prose">
      <SettingsSections />
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
    </Page>
  )
}

function Settings({ kinds, quiet }: NotificationSettings) {
  const { role = 'developer' } = useAuth()
  const queryClient = useQueryClient()
  const change = useMutation({
    mutationFn: (body: BodyInputOf<typeof updateNotificationSettings>) =>
      call(updateNotificationSettings, { body }),
    onSuccess: (stored) => queryClient.setQueryData(settingsQuery().queryKey, stored),
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
      {SHOWN[role].map((type) => {
        const channels = kinds[type]
        if (!channels) return null
        const name = m.notifications_kind({ type })
        const set = (changed: object) => change.mutate({ kinds: { [type]: changed } })
        return (
          <Card key={type} as="section" aria-label={name}>
            <h2 className="text-lg">{name}</h2>
            <div className="mt-2 grid gap-x-8 gap-y-2 sm:grid-cols-[1fr_1fr_14rem]">
              {type !== 1 && (
                <Switch
                  checked={channels.bell}
                  disabled={change.isPending}
                  onCheckedChange={(bell) => set({ bell })}
                  label={m.notifications_bell()}
                />
              )}
              <Switch
                checked={channels.push}
                disabled={change.isPending}
                onCheckedChange={(push) => set({ push })}
                label={m.notifications_push()}
              />
              <Select
                className="sm:col-start-3"
                aria-label={m.notifications_mail_of({ name })}
                value={channels.mail}
                disabled={change.isPending}
                onChange={(event) => set({ mail: event.target.value as MailMode })}
                options={MAIL_MODES.map((mode) => ({
                  value: mode,
                  label: m.notifications_mail_mode({ mode }),
                }))}
              />
            </div>
          </Card>
        )
      })}
    </div>
  )
}
