import { type FormEvent, useState } from 'react'
import type { QuietHours } from '#contract/notification-settings.ts'
import { m } from '#contract/texts.ts'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { Select } from '../ui/Select.tsx'
import { Switch } from '../ui/Switch.tsx'
import { TextInput } from '../ui/TextInput.tsx'

const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone
const standard = (): QuietHours => ({ from: '22:00', to: '07:00', zone: ownZone() })

type Props = {
  quiet: QuietHours | null
  busy: boolean
  /** Whether the last change concerned quiet hours and was stored. */
  isSaved: boolean
  onChange: (quiet: QuietHours | null) => void
}

/** Hours in which mail and push are held, in a chosen time zone. */
export function QuietHoursForm({ quiet, busy, isSaved, onChange }: Props) {
  const [typed, setTyped] = useState<QuietHours>()
  const [isRefused, setRefused] = useState(false)
  const hours = typed ?? quiet ?? standard()
  const zones = new Set([hours.zone, ownZone(), ...Intl.supportedValuesOf('timeZone')])
  const isSame = hours.from === hours.to

  function change(part: Partial<QuietHours>) {
    setTyped({ ...hours, ...part })
    setRefused(false)
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    const isWrong = isSame || hours.from === '' || hours.to === ''
    setRefused(isWrong)
    if (!isWrong) onChange(hours)
  }

  return (
    <>
      <Switch
        className="mt-2"
        checked={quiet !== null}
        disabled={busy}
        onCheckedChange={(on) => {
          setTyped(undefined)
          onChange(on ? standard() : null)
        }}
        label={m.notifications_quiet()}
      />
      {quiet && (
        <form onSubmit={handleSubmit} noValidate className="mt-3 space-y-4">
          <div className="grid grid-cols-2 gap-4 sm:grid-cols-[9.5rem_9.5rem_1fr]">
            <Field
              label={m.notifications_quiet_from()}
              error={isRefused && hours.from === '' && m.notifications_quiet_time_needed()}
            >
              <TextInput
                type="time"
                value={hours.from}
                onChange={(event) => change({ from: event.target.value })}
              />
            </Field>
            <Field
              label={m.notifications_quiet_to()}
              error={
                isRefused &&
                (hours.to === ''
                  ? m.notifications_quiet_time_needed()
                  : isSame && m.notifications_quiet_same())
              }
            >
              <TextInput
                type="time"
                value={hours.to}
                onChange={(event) => change({ to: event.target.value })}
              />
            </Field>
            <Field label={m.notifications_quiet_zone()} className="max-sm:col-span-2">
              <Select
                value={hours.zone}
                onChange={(event) => change({ zone: event.target.value })}
                options={[...zones].map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
              />
            </Field>
          </div>
          <div className="flex items-center gap-3">
            <Button type="submit" variant="outline" loading={busy}>
              {m.general_save()}
            </Button>
            <span role="status" className="text-muted text-sm">
              {isSaved && !isChanged(hours, quiet) && m.notifications_saved()}
            </span>
          </div>
        </form>
      )}
    </>
  )
}

const isChanged = (a: QuietHours, b: QuietHours) => a.from !== b.from || a.to !== b.to || a.zone !== b.zone
