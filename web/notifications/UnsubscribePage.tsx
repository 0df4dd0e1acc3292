import { useMutation } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { unsubscribe } from '#contract/notification-settings.ts'
import { isNotificationType } from '#contract/notifications.ts'
import { m } from '#contract/texts.ts'
import { Page } from '../layout/Page.tsx'
import { call } from '../lib/api.ts'
import { Button } from '../ui/Button.tsx'

/** Linked from a mail. Nothing happens before the button is pressed: mail programs prefetch links. */
export default function UnsubscribePage() {
  const { token = '' } = useParams()
  const kinds = kindsOf(token)
  const turnOff = useMutation({ mutationFn: () => call(unsubscribe, { body: { token } }) })
  return (
    <Page title={m.notifications_unsubscribe_title()} width="form">
      {turnOff.data ? (
        <p role="status">{turnOff.data.message}</p>
      ) : (
        <>
          <p className="mb-6">
            {kinds.length > 1
              ? m.notifications_unsubscribe_kinds({ kinds: kinds.join(', ') })
              : m.notifications_unsubscribe_text()}
          </p>
          <Button variant="primary" size="lg" loading={turnOff.isPending} onClick={() => turnOff.mutate()}>
            {m.notifications_unsubscribe_action()}
          </Button>
          {turnOff.isError && (
            <p role="alert" className="mt-4 text-danger">
              {turnOff.error.message}
            </p>
          )}
        </>
      )}
    </Page>
  )
}

/** The subject of the token (server/notifications/unsubscribe-tokens.ts). */
const kindsOf = (token: string) =>
  (token.split('.')[1] ?? '')
    .split('-')
    .map(Number)
    .filter(isNotificationType)
    .map((type) => m.notifications_type({ type }))
