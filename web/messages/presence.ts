import type { ChatUser } from '#contract/messages.ts'
import { m } from '#contract/texts.ts'

/** The dot of an online person: primary for developers, secondary for others; none offline (decision 63). */
export function presenceOf({ _id, role }: Pick<ChatUser, '_id' | 'role'>, online: ReadonlySet<string>) {
  if (!online.has(_id)) return undefined
  return { tone: role.type === 'developer' ? 'primary' : 'secondary', label: m.chat_online() } as const
}
