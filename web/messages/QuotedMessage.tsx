import type { Message } from '#contract/inbox.ts'
import { m } from '#contract/texts.ts'
import { cn } from '../ui/cn.ts'
import { useMessageActions } from './message-actions.tsx'

type Props = {
  quote: NonNullable<Message['quote']>
  /** The name of the other person, if the quoted message is theirs. */
  senderName: string | undefined
  className?: string | undefined
}

/** Above a reply; a press shows the quoted message. */
export function QuotedMessage({ quote, senderName, className }: Props) {
  const actions = useMessageActions()
  const content = (
    <>
      <span className="block truncate font-medium">
        {senderName === undefined ? m.messages_quote_own() : m.messages_quote_of({ name: senderName })}
      </span>
      <span className={cn('line-clamp-2 break-words text-muted', quote.text === '' && 'italic')}>
        {quote.isRemoved ? m.messages_removed() : quote.text === '' ? m.messages_image() : quote.text}
      </span>
    </>
  )
  const styles = cn('block w-full border-primary border-l-2 py-1 pr-2 pl-2 text-left text-xs', className)
  if (!actions || quote.isRemoved) return <div className={styles}>{content}</div>
  return (
    <button
      type="button"
      title={m.messages_quote_jump()}
      onClick={() => actions.show(quote._id)}
      className={cn(styles, 'transition-colors hover:bg-hover focus-visible:-outline-offset-2')}
    >
      {content}
    </button>
  )
}
