import type { ConversationSeed } from './conversation-seed.ts'
import { CONVERSATIONS_OF_LUCIA } from './conversations-of-lucia.ts'
import { CONVERSATIONS_OF_MARTA } from './conversations-of-marta.ts'
import { CONVERSATIONS_OF_OTHERS } from './conversations-of-others.ts'

export const CONVERSATIONS: ConversationSeed[] = [
  ...CONVERSATIONS_OF_LUCIA,
  ...CONVERSATIONS_OF_MARTA,
  ...CONVERSATIONS_OF_OTHERS,
]
