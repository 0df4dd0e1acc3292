import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { appealDecision, MAX_APPEAL } from '#contract/reports.ts'
import { m } from '#contract/texts.ts'
import { Page } from '../layout/Page.tsx'
import { call } from '../lib/api.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { TextArea } from '../ui/TextArea.tsx'

/** Linked from the mail or notification about a decision. Nothing happens before the button is pressed. */
export default function AppealPage() {
  const { token = '' } = useParams()
  const [text, setText] = useState('')
  const sending = useMutation({
    mutationFn: () => call(appealDecision, { params: { token }, body: { text } }),
  })
  const length = text.trim().length
  return (
    <Page title={m.moderation_appeal_title()} width="form">
      {sending.data ? (
        <p role="status">{sending.data.message}</p>
      ) : (
        <form
          className="space-y-5"
          onSubmit={(event) => {
            event.preventDefault()
            sending.mutate()
          }}
        >
          <p>{m.moderation_appeal_text()}</p>
          <Field
            label={m.moderation_appeal_label()}
            required
            error={length > MAX_APPEAL ? m.general_max_characters({ max: MAX_APPEAL }) : undefined}
          >
            <TextArea
              rows={6}
              value={text}
              onChange={({ target }) => setText(target.value)}
              counterMax={MAX_APPEAL}
            />
          </Field>
          {sending.isError && <Alert tone="danger">{sending.error.message}</Alert>}
          <Button
            type="submit"
            size="lg"
            loading={sending.isPending}
            disabled={length === 0 || length > MAX_APPEAL}
          >
            {m.moderation_appeal_send()}
          </Button>
        </form>
      )}
    </Page>
  )
}
