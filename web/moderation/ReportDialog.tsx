import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import {
  MAX_REPORT_TEXT,
  REPORT_REASONS,
  type ReportKind,
  type ReportReason,
  reportThing,
} from '#contract/reports.ts'
import { m } from '#contract/texts.ts'
import { request } from '../lib/api.ts'
import { isFailure } from '../lib/api-failure.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Field } from '../ui/Field.tsx'
import { Select } from '../ui/Select.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { toast } from '../ui/toast.ts'

type ReportDialogProps = {
  kind: ReportKind
  id: string
  open: boolean
  onOpenChange: (open: boolean) => void
}

const isReason = (value: string): value is ReportReason => REPORT_REASONS.some((reason) => reason === value)

/** The input is kept while it cannot be sent. */
export default function ReportDialog({ kind, id, open, onOpenChange }: ReportDialogProps) {
  const [reason, setReason] = useState<ReportReason | ''>('')
  const [text, setText] = useState('')
  const sending = useMutation({
    mutationFn: () => request(reportThing, { body: { kind, id, reason: reason || 'other', text } }),
    onSuccess: (result) => {
      if (isFailure(result)) return
      toast.success(result.message)
      setText('')
      onOpenChange(false)
    },
  })
  const isTooLong = text.trim().length > MAX_REPORT_TEXT
  // The reason of a closed offer applies to offers only.
  const reasons = REPORT_REASONS.filter((value) => kind === 'offer' || value !== 'closed')
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={m.moderation_report_title({ kind })}
      description={m.moderation_report_text()}
      footer={
        <>
          <Button variant="outline" disabled={sending.isPending} onClick={() => onOpenChange(false)}>
            {m.general_cancel()}
          </Button>
          <Button
            loading={sending.isPending}
            disabled={reason === '' || isTooLong}
            onClick={() => sending.mutate()}
          >
            {m.moderation_report_send()}
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        <Field label={m.moderation_report_reason()} required>
          <Select
            value={reason}
            placeholder={m.moderation_report_choose()}
            onChange={({ target }) => setReason(isReason(target.value) ? target.value : '')}
            options={reasons.map((value) => ({ value, label: m.moderation_reason({ reason: value }) }))}
          />
        </Field>
        <Field
          label={m.moderation_report_details()}
          error={isTooLong ? m.general_max_characters({ max: MAX_REPORT_TEXT }) : undefined}
        >
          <TextArea
            value={text}
            onChange={({ target }) => setText(target.value)}
            counterMax={MAX_REPORT_TEXT}
          />
        </Field>
        {isFailure(sending.data) && <Alert tone="danger">{sending.data.message}</Alert>}
      </div>
    </Dialog>
  )
}
