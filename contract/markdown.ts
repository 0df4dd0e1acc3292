import MarkdownIt, { type Token } from 'markdown-it'
import { mayHoldMarks } from './markdown-marks.ts'

/** A part of a parsed text: a block, a mark or, without `parts`, words. */
export type MarkdownNode = {
  /** As markdown-it names it, without `_open`: 'paragraph', 'strong', 'text', 'fence' … */
  type: string
  text: string
  /** Of a link, checked: http, https or mailto. */
  href?: string | undefined
  /** Of an ordered list. */
  start?: number | undefined
  parts?: MarkdownNode[] | undefined
}

/**
 * Bold, italic, code, lists, quotes, headings and links; no HTML, no pictures, and nothing that would change a text
 * from before there was Markdown, as a row of dashes or an indented line (FLOW-05, decision 73).
 */
const parser = new MarkdownIt('zero', { maxNesting: 12 })
  .enable(['fence', 'blockquote', 'list', 'heading'])
  .enable(['emphasis', 'backticks', 'link', 'escape', 'balance_pairs', 'fragments_join'])
parser.validateLink = (address) => /^(?:https?:\/\/|mailto:)/i.test(address)

export function parseMarkdown(text: string): MarkdownNode[] {
  return nodesOf(parser.parse(prepared(text), {}))
}

/** The text without its marks, for excerpts, previews, feeds and structured data (FLOW-05). */
export function plainText(markdown: string | MarkdownNode[]): string {
  if (typeof markdown !== 'string') return plainParts(markdown, '')
  return mayHoldMarks(markdown) ? plainParts(parseMarkdown(markdown), '\n\n') : markdown
}

const INLINE = new Set(['inline', 'strong', 'em', 'link', 'paragraph', 'heading'])

function plainParts(nodes: MarkdownNode[], separator: string): string {
  return nodes.map(plain).join(separator)
}

function plain(node: MarkdownNode): string {
  const { type, parts } = node
  if (!parts) return node.text
  if (INLINE.has(type)) return plainParts(parts, '')
  const first = node.start ?? 1
  if (type === 'ordered_list')
    return parts.map((item, index) => `${first + index}. ${plain(item)}`).join('\n')
  if (type === 'bullet_list') return parts.map((item) => `- ${plain(item)}`).join('\n')
  return plainParts(parts, '\n')
}

/** markdown-it gives a flat list in which a token opens or closes a part. */
function nodesOf(tokens: Token[]): MarkdownNode[] {
  const root: MarkdownNode[] = []
  const open = [root]
  for (const token of tokens) {
    const parts = open.at(-1) ?? root
    if (token.nesting === -1) open.pop()
    else if (token.type === 'inline') parts.push(...nodesOf(token.children ?? []))
    else if (token.nesting === 1) {
      const node = { ...wordsOf(token), type: token.type.replace(/_open$/, ''), parts: [] }
      parts.push(node)
      open.push(node.parts)
    } else parts.push(wordsOf(token))
  }
  return root
}

const wordsOf = (token: Token): MarkdownNode => {
  const [href, start] = [token.attrGet('href'), token.attrGet('start')]
  return {
    type: token.type,
    // A fence's content ends with the break before its end.
    text: token.content.replace(/\n$/, ''),
    href: href === null ? undefined : String(href),
    start: start === null ? undefined : Number(start),
  }
}

const FENCE = /^\s{0,3}(`{3,}|~{3,})/

/** As in older texts: a list ends with the first line that is not indented, and `•` begins an item. */
function prepared(text: string): string {
  const lines: string[] = []
  let fence: string | undefined
  let isInList = false
  for (const line of text.split('\n')) {
    const mark = FENCE.exec(line)?.[1]
    if (fence !== undefined) {
      if (mark?.startsWith(fence)) fence = undefined
      lines.push(line)
      continue
    }
    fence = mark
    const isItem = /^\s*[-•*+]\s+\S/.test(line)
    const isIndented = /^\s|^$/.test(line)
    if (isInList && !isItem && !isIndented) lines.push('')
    isInList = isItem || (isInList && isIndented)
    lines.push(line.replace(/^(\s*)•(?=\s)/, '$1-'))
  }
  return lines.join('\n')
}
