import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, Suspense, use, useMemo, useState } from 'react'
import type { Message } from '#contract/inbox.ts'
import { getChatSettings } from '#contract/messages.ts'
import { m } from '#contract/texts.ts'
import { apiQuery } from '../lib/api-query.ts'
import { useDialog } from '../lib/use-dialog.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import type { Inbox } from './inbox.ts'

type MessageActions = {
  /** Undefined without a composer. */
  write: { reply: (message: Message) => void; edit: (message: Message) => void } | undefined
  remove: (message: Message) => void
  report: (message: Message) => void
  /** Shows the message of this id, loading it if needed. */
  show: (id: string) => void
}

const Actions = createContext<MessageActions | undefined>(undefined)

/** The actions on a message; undefined where messages are read-only. */
export const useMessageActions = () => use(Actions)

const ReportDialog = lazyPart(() => import('../moderation/ReportDialog.tsx'))

type Props = {
  inbox: Inbox
  partnerId: string
  /** No composer: the person is blocked or deactivated. */
  isClosed: boolean
  onShow: (id: string) => void
  children: ReactNode
}

/** One dialog of each kind for all messages of a conversation. */
export function MessageActionsProvider({ inbox, partnerId, isClosed, onShow, children }: Props) {
  const removing = useDialog<Message>()
  const reporting = useDialog<Message>()
  const [isPending, setPending] = useState(false)
  const [failure, setFailure] = useState<string>()
  const { show: askRemove } = removing
  const { show: askReport } = reporting
  const actions = useMemo(
    (): MessageActions => ({
      write: isClosed
        ? undefined
        : {
            reply: (message) => inbox.quote(partnerId, message),
            edit: (message) => inbox.edit(partnerId, message),
          },
      remove: (message) => {
        setFailure(undefined)
        askRemove(message)
      },
      report: askReport,
      show: onShow,
    }),
    [inbox, partnerId, isClosed, onShow, askRemove, askReport],
  )

  async function remove() {
    if (!removing.about) return
    setPending(true)
    const problem = await inbox.remove(removing.about._id)
    setPending(false)
    setFailure(problem)
    if (problem === undefined) removing.onOpenChange(false)
  }

  return (
    <Actions value={actions}>
      {children}
      <ConfirmDialog
        open={removing.open}
        onOpenChange={removing.onOpenChange}
        title={m.messages_remove_title()}
        description={m.messages_remove_text()}
        confirmLabel={m.messages_remove()}
        loading={isPending}
        error={failure}
        onConfirm={() => void remove()}
      />
      {reporting.about && (
        <Suspense fallback={null}>
          <ReportDialog
            key={reporting.key}
            kind="message"
            id={reporting.about._id}
            open={reporting.open}
            onOpenChange={reporting.onOpenChange}
          />
        </Suspense>
      )}
    </Actions>
  )
}

const DEFAULT_MINUTES = 15
const MINUTE_MS = 60_000

/** Whether an own message can still be changed; the server decides. */
export function useIsChangeable({ createdAt }: Message): boolean {
  const { data } = useQuery({
    queryKey: ['chat settings'],
    queryFn: apiQuery(getChatSettings),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { personal: true },
  })
  const minutes = data?.editMinutes ?? DEFAULT_MINUTES
  return Date.now() < Date.parse(createdAt) + minutes * MINUTE_MS
}
