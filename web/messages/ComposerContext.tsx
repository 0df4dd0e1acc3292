import X from 'lucide-react/icons/x'
import { m } from '#contract/texts.ts'
import type { ChatPartner } from '../lib/open-chat.ts'
import { IconButton } from '../ui/IconButton.tsx'
import type { Draft } from './drafts.ts'
import type { Inbox } from './inbox.ts'
import { QuotedMessage } from './QuotedMessage.tsx'

/** Above the input: the edited or the quoted message. */
export function ComposerContext({
  inbox,
  partner,
  draft,
}: {
  inbox: Inbox
  partner: ChatPartner
  draft: Draft
}) {
  const { edit, quote } = draft
  if (edit) {
    return (
      <div className="flex items-center gap-1 pb-1">
        <div className="min-w-0 flex-1 border-secondary border-l-2 pl-2 text-sm">
          <p className="font-medium text-xs">{m.messages_editing()}</p>
          {edit.problem && (
            <p role="alert" className="text-danger">
              {edit.problem}
            </p>
          )}
        </div>
        <IconButton
          size="sm"
          label={m.messages_edit_cancel()}
          onClick={() => inbox.edit(partner._id, undefined)}
        >
          <X aria-hidden="true" />
        </IconButton>
      </div>
    )
  }
  if (!quote) return null
  return (
    <div className="flex items-center gap-1 pb-1">
      <QuotedMessage
        quote={quote}
        senderName={quote.senderId === partner._id ? partner.name : undefined}
        className="min-w-0 flex-1"
      />
      <IconButton
        size="sm"
        label={m.messages_quote_cancel()}
        onClick={() => inbox.quote(partner._id, undefined)}
      >
        <X aria-hidden="true" />
      </IconButton>
    </div>
  )
}
