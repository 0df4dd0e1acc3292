import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Act, actOnReport, type Report } from '#contract/moderation.ts'
import { m } from '#contract/texts.ts'
import { request } from '../lib/api.ts'
import { isFailure } from '../lib/api-failure.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Field } from '../ui/Field.tsx'
import { Select } from '../ui/Select.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { toast } from '../ui/toast.ts'
import { MODERATION_KEY, reportQuery } from './moderation.api.ts'
import { PasswordField, usePasswordConfirmation } from './password-confirmation.tsx'

/** The currently useful acts; the server decides. */
function actsFor({ state, thing, author }: Report): Act[] {
  const isHidden = thing.state === 'hidden' || thing.state === 'frozen'
  const isEnded = author?.state === 'suspended' || author?.state === 'banned'
  return [
    ...(state === 'open' ? (['dismiss', 'warn'] as const) : []),
    ...(thing.state !== 'gone' && (!isHidden || state === 'open') ? (['hide'] as const) : []),
    ...(author && author.state !== 'deactivated' ? (['suspend', 'ban'] as const) : []),
    ...(isHidden || isEnded ? (['restore'] as const) : []),
  ]
}

/** Decides with a reason; asks for the password again after some time, and keeps the input. */
export function ActForm({ report }: { report: Report }) {
  const queryClient = useQueryClient()
  const [act, setAct] = useState<Act | ''>('')
  const [reason, setReason] = useState('')
  const [days, setDays] = useState('7')
  const again = usePasswordConfirmation()
  const acts = actsFor(report)

  const deciding = useMutation({
    mutationFn: () =>
      again.confirmed<Report>(() =>
        request(actOnReport, {
          params: { id: report._id },
          body: { act: act || 'dismiss', reason, ...(act === 'suspend' && { days: Number(days) }) },
        }),
      ),
    onSuccess: async (result) => {
      if (isFailure(result)) return
      setAct('')
      setReason('')
      queryClient.setQueryData(reportQuery(report._id).queryKey, result)
      await queryClient.invalidateQueries({ queryKey: [...MODERATION_KEY, 'reports'] })
      toast.success(m.moderation_decided())
    },
  })
  const failure = isFailure(deciding.data) ? deciding.data : undefined
  const isReady = act !== '' && reason.trim() !== '' && (act !== 'suspend' || Number(days) > 0)

  return (
    <Card as="section" padding="lg" aria-label={m.moderation_decide()}>
      <h2 className="mb-4 text-xl">{m.moderation_decide()}</h2>
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault()
          deciding.mutate()
        }}
      >
        <Field label={m.moderation_act_label()} required>
          <Select
            value={act}
            placeholder={m.moderation_report_choose()}
            onChange={({ target }) => setAct(acts.find((one) => one === target.value) ?? '')}
            options={acts.map((value) => ({ value, label: m.moderation_act({ act: value }) }))}
          />
        </Field>
        {act === 'suspend' && (
          <Field label={m.moderation_days()} required>
            <TextInput
              inputMode="decimal"
              value={days}
              onChange={({ target }) => setDays(target.value.replace(',', '.'))}
            />
          </Field>
        )}
        <Field label={m.moderation_reason_label()} help={m.moderation_reason_help()} required>
          <TextArea
            rows={4}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
            counterMax={1000}
          />
        </Field>
        <PasswordField again={again} failure={failure} />
        {failure && <Alert tone="danger">{failure.message}</Alert>}
        <Button type="submit" full loading={deciding.isPending} disabled={!isReady}>
          {m.moderation_decide()}
        </Button>
      </form>
    </Card>
  )
}
