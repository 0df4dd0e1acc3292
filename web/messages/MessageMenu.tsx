import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical'
import Flag from 'lucide-react/icons/flag'
import Pencil from 'lucide-react/icons/pencil'
import Reply from 'lucide-react/icons/reply'
import Trash2 from 'lucide-react/icons/trash-2'
import type { Message } from '#contract/inbox.ts'
import { m } from '#contract/texts.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { Menu, MenuItem } from '../ui/Menu.tsx'
import { useIsChangeable, useMessageActions } from './message-actions.tsx'

type Props = { message: Message; isOwn: boolean }

/** Beside its bubble; visible on hover and focus, and always on touch screens. */
export function MessageMenu(props: Props) {
  const actions = useMessageActions()
  if (!actions || props.message.removedAt !== null) return null
  return props.isOwn && !actions.write ? <IfChangeable {...props} /> : <OpenMenu {...props} />
}

/** Without a composer an own message can only be removed. */
const IfChangeable = (props: Props) => useIsChangeable(props.message) && <OpenMenu {...props} />

function OpenMenu({ message, isOwn }: Props) {
  const actions = useMessageActions()
  if (!actions) return null
  const { write } = actions
  return (
    <Menu
      align={isOwn ? 'end' : 'start'}
      trigger={
        <IconButton
          size="sm"
          label={m.messages_message_menu()}
          className="text-muted opacity-0 focus-visible:opacity-100 group-hover:opacity-100 aria-expanded:opacity-100 pointer-coarse:opacity-100"
        >
          <EllipsisVertical aria-hidden="true" />
        </IconButton>
      }
    >
      {write && (
        <MenuItem icon={<Reply aria-hidden="true" />} onSelect={() => write.reply(message)}>
          {m.messages_quote()}
        </MenuItem>
      )}
      {isOwn ? (
        <OwnItems message={message} />
      ) : (
        <MenuItem icon={<Flag aria-hidden="true" />} onSelect={() => actions.report(message)}>
          {m.moderation_report({ kind: 'message' })}
        </MenuItem>
      )}
    </Menu>
  )
}

function OwnItems({ message }: { message: Message }) {
  const actions = useMessageActions()
  const isChangeable = useIsChangeable(message)
  if (!actions || !isChangeable) return null
  const { write } = actions
  return (
    <>
      {write && (
        <MenuItem icon={<Pencil aria-hidden="true" />} onSelect={() => write.edit(message)}>
          {m.messages_edit()}
        </MenuItem>
      )}
      <MenuItem tone="danger" icon={<Trash2 aria-hidden="true" />} onSelect={() => actions.remove(message)}>
        {m.messages_remove()}
      </MenuItem>
    </>
  )
}
