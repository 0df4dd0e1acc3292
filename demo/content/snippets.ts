import type { CodeLanguage } from '#contract/projects.ts'
import { MORE_SNIPPETS } from './snippets-more.ts'
import { SYSTEMS_SNIPPETS } from './snippets-systems.ts'
import { WEB_SNIPPETS } from './snippets-web.ts'

export const SNIPPETS = { ...WEB_SNIPPETS, ...SYSTEMS_SNIPPETS, ...MORE_SNIPPETS }

export type SnippetKey = keyof typeof SNIPPETS

/** By the first letters of their keys. */
const LANGUAGES: Record<string, CodeLanguage> = {
  cs: 'C#',
  css: 'CSS',
  dart: 'Dart',
  ex: 'Elixir',
  go: 'Go',
  hcl: 'Terraform',
  html: 'HTML',
  java: 'Java',
  js: 'JavaScript',
  kt: 'Kotlin',
  ng: 'TypeScript',
  php: 'PHP',
  py: 'Python',
  rb: 'Ruby',
  rust: 'Rust',
  sh: 'Bash',
  sql: 'SQL',
  swift: 'Swift',
  ts: 'TypeScript',
  vue: 'HTML',
  yaml: 'YAML',
}

export const languageOf = (key: SnippetKey): CodeLanguage | '' =>
  LANGUAGES[/^[a-z]+/.exec(key)?.[0] ?? ''] ?? ''
