import { Fragment, type ReactNode } from 'react'
import { type MarkdownNode, parseMarkdown, plainText } from '#contract/markdown.ts'
import { LinkedText, UserLink } from './LinkedText.tsx'

/** Nesting is cheap to type and costly to render: deeper marks are shown as plain text. */
const MAX_DEPTH = 16

/** `WrittenText` for texts with marks; a separate file because of the parser. */
export default function Markdown({ children }: { children: string }) {
  return <Parts nodes={parseMarkdown(children)} depth={0} />
}

function Parts({ nodes, depth }: { nodes: MarkdownNode[]; depth: number }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: a text is rendered again as a whole
  return nodes.map((node, index) => <Fragment key={index}>{show(node, depth)}</Fragment>)
}

function show(node: MarkdownNode, depth: number): ReactNode {
  const { type, text, parts: nodes = [] } = node
  if (depth > MAX_DEPTH) return plainText([node])
  const parts = <Parts nodes={nodes} depth={depth + 1} />
  switch (type) {
    case 'paragraph':
      return <p className="whitespace-pre-line">{parts}</p>
    case 'heading':
      return <h3 className="font-semibold text-lg">{parts}</h3>
    case 'bullet_list':
      return <ul className="list-disc space-y-1 pl-5 marker:text-muted">{parts}</ul>
    case 'ordered_list':
      return (
        <ol start={node.start} className="list-decimal space-y-1 pl-6 marker:text-muted">
          {parts}
        </ol>
      )
    case 'list_item':
      return <li className="space-y-1">{parts}</li>
    case 'blockquote':
      return <blockquote className="space-y-2 border-line border-l-4 pl-4 text-muted">{parts}</blockquote>
    case 'fence':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long line is scrolled by keyboard
        <pre tabIndex={0} className="overflow-x-auto rounded-control bg-sunken p-4 text-sm">
          <code>{text}</code>
        </pre>
      )
    case 'code_inline':
      return <code className="rounded bg-sunken px-1 py-0.5 text-[0.9em]">{text}</code>
    case 'strong':
      return <strong className="font-semibold">{parts}</strong>
    case 'em':
      return <em>{parts}</em>
    case 'link':
      return <UserLink href={node.href ?? ''} label={plainText(nodes)} />
    default:
      return <LinkedText>{text}</LinkedText>
  }
}
