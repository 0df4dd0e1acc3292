import ImagePlus from 'lucide-react/icons/image-plus'
import SendHorizontal from 'lucide-react/icons/send-horizontal'
import Trash2 from 'lucide-react/icons/trash-2'
import { type ClipboardEvent, type FormEvent, type KeyboardEvent, useEffect, useRef } from 'react'
import { LIMITS } from '#contract/values.ts'
import type { ChatPartner } from '../lib/open-chat.ts'
import { truncateFileName } from '../ui/FileDrop.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { ProgressBar } from '../ui/ProgressBar.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { type Draft, NO_DRAFT } from './drafts.ts'
import { type Inbox, useInbox } from './inbox.ts'

/** The counter shows when fewer characters remain. */
const COUNTER_FROM = 200

/** The input for text, an image, or both (CHAT-12, CHAT-13). Enter sends. */
export function Composer({ inbox, partner }: { inbox: Inbox; partner: ChatPartner }) {
  const { _id: partnerId } = partner
  const draft = useInbox(inbox, ({ drafts }) => drafts[partnerId] ?? NO_DRAFT)
  const input = useRef<HTMLTextAreaElement>(null)
  const file = useRef<HTMLInputElement>(null)
  const length = draft.text.trim().length
  const isTooLong = length > LIMITS.chatText
  const isReady = (length > 0 || draft.image !== undefined) && !draft.preparing && !isTooLong

  useEffect(() => {
    // On a touch screen the on-screen keyboard would cover the conversation.
    if (!window.matchMedia('(pointer: coarse)').matches) input.current?.focus()
  }, [])

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (!isReady) return
    inbox.send(partnerId)
    input.current?.focus()
  }

  function handleKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) handleSubmit(event)
  }

  function handlePaste(event: ClipboardEvent) {
    const [pasted] = event.clipboardData.files
    if (!pasted) return
    event.preventDefault()
    void inbox.attach(partnerId, pasted)
  }

  return (
    <form
      onSubmit={handleSubmit}
      className="shrink-0 border-line border-t px-2 pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))]"
    >
      <Attachment draft={draft} onRemove={() => inbox.removeImage(partnerId)} />
      <div className="flex items-end gap-1">
        <IconButton label="Attach an image" onClick={() => file.current?.click()}>
          <ImagePlus aria-hidden="true" />
        </IconButton>
        <div className="min-w-0 flex-1">
          <TextArea
            ref={input}
            autoGrow
            dir="auto"
            rows={1}
            value={draft.text}
            aria-label={`Message to ${partner.name}`}
            aria-invalid={isTooLong || undefined}
            placeholder="Write a message"
            enterKeyHint="send"
            onChange={(event) => inbox.type(partnerId, event.target.value)}
            onKeyDown={handleKeyDown}
            onPaste={handlePaste}
            className="max-h-32 min-h-10 py-2 text-sm pointer-coarse:min-h-11 max-sm:text-base"
            {...(length > LIMITS.chatText - COUNTER_FROM && { counterMax: LIMITS.chatText })}
          />
        </div>
        <IconButton label="Send" type="submit" variant="primary" disabled={!isReady}>
          <SendHorizontal aria-hidden="true" />
        </IconButton>
      </div>
      <input
        ref={file}
        type="file"
        accept="image/*"
        tabIndex={-1}
        aria-hidden="true"
        className="hidden"
        onChange={(event) => {
          const [chosen] = event.target.files ?? []
          if (chosen) void inbox.attach(partnerId, chosen)
          // Cleared, so that the same file can be chosen again.
          event.target.value = ''
        }}
      />
    </form>
  )
}

function Attachment({ draft, onRemove }: { draft: Draft; onRemove: () => void }) {
  const { image, preparing, problem } = draft
  if (problem) {
    return (
      <p role="alert" className="px-1 pb-2 text-danger text-sm">
        {problem}
      </p>
    )
  }
  if (preparing) {
    const name = truncateFileName(preparing.name)
    return (
      <div className="flex items-center gap-2 px-1 pb-2">
        <div className="min-w-0 flex-1">
          <p className="truncate pb-1 text-muted text-xs">{`Preparing ${name}`}</p>
          <ProgressBar label={`Preparing ${name}`} value={Math.round(preparing.progress * 100)} />
        </div>
        <IconButton label="Remove the image" size="sm" onClick={onRemove}>
          <Trash2 aria-hidden="true" />
        </IconButton>
      </div>
    )
  }
  if (!image) return null
  return (
    <div className="flex items-center gap-3 px-1 pb-2">
      <img
        src={image.dataUrl}
        alt={`Preview of ${truncateFileName(image.name)}`}
        className="size-16 shrink-0 rounded-control border border-line bg-sunken object-cover"
      />
      <p className="min-w-0 flex-1 truncate text-muted text-xs">{truncateFileName(image.name)}</p>
      <IconButton label="Remove the image" size="sm" onClick={onRemove}>
        <Trash2 aria-hidden="true" />
      </IconButton>
    </div>
  )
}
