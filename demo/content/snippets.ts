import { MORE_SNIPPETS } from './snippets-more.ts'
import { SYSTEMS_SNIPPETS } from './snippets-systems.ts'
import { WEB_SNIPPETS } from './snippets-web.ts'

export const SNIPPETS = { ...WEB_SNIPPETS, ...SYSTEMS_SNIPPETS, ...MORE_SNIPPETS }

export type SnippetKey = keyof typeof SNIPPETS
