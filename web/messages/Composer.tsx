import Check from 'lucide-react/icons/check'
import Paperclip from 'lucide-react/icons/paperclip'
import SendHorizontal from 'lucide-react/icons/send-horizontal'
import Trash2 from 'lucide-react/icons/trash-2'
import { type ClipboardEvent, type FormEvent, type KeyboardEvent, useEffect, useRef } from 'react'
import { m } from '#contract/texts.ts'
import { LIMITS } from '#contract/values.ts'
import type { ChatPartner } from '../lib/open-chat.ts'
import { truncateFileName } from '../ui/FileDrop.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { ProgressBar } from '../ui/ProgressBar.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { ComposerContext } from './ComposerContext.tsx'
import { type Draft, NO_DRAFT } from './drafts.ts'
import { FileLine } from './FileLink.tsx'
import { type Inbox, useInbox } from './inbox.ts'

/** The counter shows when fewer characters remain. */
const COUNTER_FROM = 200

/** The input for text, an image or a PDF, or both (CHAT-12, CHAT-13). Enter sends. */
export function Composer({ inbox, partner }: { inbox: Inbox; partner: ChatPartner }) {
  const { _id: partnerId } = partner
  const draft = useInbox(inbox, ({ drafts }) => drafts[partnerId] ?? NO_DRAFT)
  const input = useRef<HTMLTextAreaElement>(null)
  const file = useRef<HTMLInputElement>(null)
  const { edit, quote } = draft
  const text = edit ? edit.text : draft.text
  const length = text.trim().length
  const isTooLong = length > LIMITS.chatText
  const isReady =
    !isTooLong &&
    (edit
      ? length > 0 && !edit.isSaving
      : (length > 0 ||
          draft.image !== undefined ||
          draft.file !== undefined ||
          draft.preparing !== undefined) &&
        !draft.isDue)

  useEffect(() => {
    // On touch screens the on-screen keyboard would cover the conversation.
    if (!window.matchMedia('(pointer: coarse)').matches) input.current?.focus()
  }, [])

  const subject = edit?._id ?? quote?._id
  useEffect(() => {
    if (subject !== undefined) input.current?.focus()
  }, [subject])

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (!isReady) return
    if (edit) void inbox.saveEdit(partnerId)
    else inbox.send(partnerId)
    input.current?.focus()
  }

  function handleKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) handleSubmit(event)
    if (event.key !== 'Escape' || !subject) return
    // Does not close the chat.
    event.preventDefault()
    if (edit) inbox.edit(partnerId, undefined)
    else inbox.quote(partnerId, undefined)
  }

  function handlePaste(event: ClipboardEvent) {
    const [pasted] = event.clipboardData.files
    if (!pasted || edit) return
    event.preventDefault()
    void inbox.attach(partnerId, pasted)
  }

  return (
    <form
      onSubmit={handleSubmit}
      className="shrink-0 border-line border-t px-2 pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))]"
    >
      <ComposerContext inbox={inbox} partner={partner} draft={draft} />
      {!edit && <Attachment draft={draft} onRemove={() => inbox.removeImage(partnerId)} />}
      <div className="flex items-end gap-1">
        <IconButton
          label={m.messages_attach()}
          disabled={edit !== undefined}
          onClick={() => file.current?.click()}
        >
          <Paperclip aria-hidden="true" />
        </IconButton>
        <div className="min-w-0 flex-1">
          <TextArea
            ref={input}
            autoGrow
            dir="auto"
            rows={1}
            value={text}
            aria-label={edit ? m.messages_editing() : m.messages_message_to({ name: partner.name })}
            aria-invalid={isTooLong || undefined}
            placeholder={m.messages_write()}
            enterKeyHint="send"
            onChange={(event) => inbox.type(partnerId, event.target.value)}
            onKeyDown={handleKeyDown}
            onPaste={handlePaste}
            className="max-h-32 min-h-10 py-2 text-sm pointer-coarse:min-h-11 max-sm:text-base"
            {...(length > LIMITS.chatText - COUNTER_FROM && { counterMax: LIMITS.chatText })}
          />
        </div>
        <IconButton
          label={edit ? m.messages_edit_save() : m.messages_send()}
          type="submit"
          variant="primary"
          disabled={!isReady}
        >
          {edit ? <Check aria-hidden="true" /> : <SendHorizontal aria-hidden="true" />}
        </IconButton>
      </div>
      <input
        ref={file}
        type="file"
        accept="image/*,application/pdf"
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
  const { image, file, preparing, isDue, problem } = draft
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
          <p role="status" className="truncate pb-1 text-muted text-xs">
            {isDue ? m.messages_sent_when_ready() : m.messages_preparing({ name })}
          </p>
          <ProgressBar label={m.messages_preparing({ name })} value={Math.round(preparing.progress * 100)} />
        </div>
        <IconButton label={m.messages_remove_file()} size="sm" onClick={onRemove}>
          <Trash2 aria-hidden="true" />
        </IconButton>
      </div>
    )
  }
  if (file) {
    return (
      <div className="flex items-center gap-3 pb-2">
        <div className="min-w-0 flex-1">
          <FileLine file={file} />
        </div>
        <IconButton label={m.messages_remove_file()} size="sm" onClick={onRemove}>
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
        alt={m.messages_preview_of({ name: truncateFileName(image.name) })}
        className="size-16 shrink-0 rounded-control border border-line bg-sunken object-cover"
      />
      <p className="min-w-0 flex-1 truncate text-muted text-xs">{truncateFileName(image.name)}</p>
      <IconButton label={m.messages_remove_image()} size="sm" onClick={onRemove}>
        <Trash2 aria-hidden="true" />
      </IconButton>
    </div>
  )
}
