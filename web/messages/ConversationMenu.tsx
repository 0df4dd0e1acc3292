import Ban from 'lucide-react/icons/ban'
import Bell from 'lucide-react/icons/bell'
import BellOff from 'lucide-react/icons/bell-off'
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical'
import Maximize2 from 'lucide-react/icons/maximize-2'
import Search from 'lucide-react/icons/search'
import { useState } from 'react'
import { Link } from 'react-router'
import { m } from '#contract/texts.ts'
import type { ChatPartner } from '../lib/open-chat.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Menu, MenuItem } from '../ui/Menu.tsx'
import { toast } from '../ui/toast.ts'
import { type Inbox, useInbox } from './inbox.ts'
import { isBlocked, isMuted } from './unread.ts'

type Props = {
  inbox: Inbox
  partner: ChatPartner
  /** The address of the conversation, unless it is open. */
  page: string | undefined
  onSearch: () => void
}

/** A failure is dismissed once the same action succeeds. */
function showOutcome(id: string, problem: string | undefined) {
  if (problem === undefined) toast.dismiss(id)
  else toast.error(problem, { id })
}

/** Actions on a whole conversation. */
export function ConversationMenu({ inbox, partner, page, onSearch }: Props) {
  const { _id: partnerId } = partner
  const isSilent = useInbox(inbox, (state) => isMuted(state, partnerId))
  const hasBegun = useInbox(inbox, (state) => (state.conversations[partnerId]?.messages.length ?? 0) > 0)
  const isClosed = useInbox(inbox, (state) => isBlocked(state, partnerId))
  const [isAsking, setAsking] = useState(false)

  async function block(blocked: boolean) {
    setAsking(false)
    const problem = await inbox.block(partnerId, blocked)
    showOutcome(`block ${partnerId}`, problem)
  }

  async function mute() {
    const problem = await inbox.mute(partnerId, !isSilent)
    showOutcome(`mute ${partnerId}`, problem)
  }

  return (
    <>
      <Menu
        align="end"
        trigger={
          <IconButton label={m.messages_conversation_menu()}>
            <EllipsisVertical aria-hidden="true" />
          </IconButton>
        }
      >
        {page !== undefined && (
          <MenuItem icon={<Maximize2 aria-hidden="true" />} render={<Link to={page} />}>
            {m.messages_open_page()}
          </MenuItem>
        )}
        {hasBegun && (
          <MenuItem icon={<Search aria-hidden="true" />} onSelect={onSearch}>
            {m.messages_search_in()}
          </MenuItem>
        )}
        {hasBegun && (
          <MenuItem
            icon={isSilent ? <Bell aria-hidden="true" /> : <BellOff aria-hidden="true" />}
            onSelect={() => void mute()}
          >
            {isSilent ? m.messages_unmute() : m.messages_mute()}
          </MenuItem>
        )}
        <MenuItem
          icon={<Ban aria-hidden="true" />}
          onSelect={() => (isClosed ? void block(false) : setAsking(true))}
        >
          {isClosed ? m.blocks_unblock() : m.blocks_confirm()}
        </MenuItem>
      </Menu>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={m.blocks_title({ name: partner.name })}
        description={m.blocks_text()}
        confirmLabel={m.blocks_confirm()}
        onConfirm={() => void block(true)}
      />
    </>
  )
}
