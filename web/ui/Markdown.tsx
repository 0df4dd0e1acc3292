import type { ReactNode } from 'react'
import { type MarkdownNode, parseMarkdown, plainText } from '#contract/markdown.ts'
import { linkedParts, UserLink } from './LinkedText.tsx'

/** Nesting is cheap to type and costly to render: deeper marks are shown as plain text. */
const MAX_DEPTH = 16

/** `WrittenText` for texts with marks; a separate file because of the parser. */
export default function Markdown({ children }: { children: string }) {
  return partsOf(parseMarkdown(children), 0)
}

/** No components: a text may have thousands of parts, and the server renders it in one turn (X1). */
const partsOf = (nodes: MarkdownNode[], depth: number): ReactNode[] =>
  nodes.map((node, index) => partOf(node, depth, index))

/** Its key is its index: a text is rendered again as a whole. */
function partOf(node: MarkdownNode, depth: number, key: number): ReactNode {
  const { type, text, parts: nodes = [] } = node
  if (depth > MAX_DEPTH) return plainText([node])
  const parts = partsOf(nodes, depth + 1)
  switch (type) {
    case 'paragraph':
      return (
        <p key={key} className="whitespace-pre-line">
          {parts}
        </p>
      )
    case 'heading':
      return (
        <h3 key={key} className="font-semibold text-lg">
          {parts}
        </h3>
      )
    case 'bullet_list':
      return (
        <ul key={key} className="list-disc space-y-1 pl-5 marker:text-muted">
          {parts}
        </ul>
      )
    case 'ordered_list':
      return (
        <ol key={key} start={node.start} className="list-decimal space-y-1 pl-6 marker:text-muted">
          {parts}
        </ol>
      )
    case 'list_item':
      return (
        <li key={key} className="space-y-1">
          {parts}
        </li>
      )
    case 'blockquote':
      return (
        <blockquote key={key} className="space-y-2 border-line border-l-4 pl-4 text-muted">
          {parts}
        </blockquote>
      )
    case 'fence':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long line is scrolled by keyboard
        <pre key={key} tabIndex={0} className="overflow-x-auto rounded-control bg-sunken p-4 text-sm">
          <code>{text}</code>
        </pre>
      )
    case 'code_inline':
      return (
        <code key={key} className="rounded bg-sunken px-1 py-0.5 text-[0.9em]">
          {text}
        </code>
      )
    case 'strong':
      return (
        <strong key={key} className="font-semibold">
          {parts}
        </strong>
      )
    case 'em':
      return <em key={key}>{parts}</em>
    case 'link':
      return <UserLink key={key} href={node.href ?? ''} label={plainText(nodes)} />
    default:
      return linkedParts(text)
  }
}
