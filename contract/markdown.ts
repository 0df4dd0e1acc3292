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

/** Deeper, as from nine lists in one another, markdown-it drops the words: such a text is shown as typed. */
const MAX_NESTING = 20

/** Far more than a text that somebody wrote has; what exceeds them is shown as typed, as each costs the page (X1). */
const MAX_PARTS = 600

/**
 * Bold, italic, code, lists, quotes, headings and links; no HTML, no pictures, and nothing that would change a text
 * from before there was Markdown, as a row of dashes or an indented line (FLOW-05, decision 73).
 */
const parser = new MarkdownIt('zero', { maxNesting: MAX_NESTING })
  .enable(['fence', 'blockquote', 'list', 'heading'])
  .enable(['emphasis', 'backticks', 'link', 'escape', 'balance_pairs', 'fragments_join'])
parser.validateLink = (address) => /^(?:https?:\/\/|mailto:)/i.test(address)

/** Parsed ahead, by text, with the number of callers that have not ended. */
const cache = new Map<string, { nodes: MarkdownNode[]; users: number }>()

export function parseMarkdown(text: string): MarkdownNode[] {
  return cache.get(text)?.nodes ?? parse(text)
}

/** Parses a text that will be needed several times, or in one turn with others; the result is cached until `end`. */
export function parseAhead(text: string): { end: () => void } {
  const entry = cache.get(text) ?? { nodes: parse(text), users: 0 }
  entry.users += 1
  cache.set(text, entry)
  return {
    end: () => {
      entry.users -= 1
      if (entry.users === 0) cache.delete(text)
    },
  }
}

function parse(text: string): MarkdownNode[] {
  const source = prepared(text)
  const tokens = parser.parse(source, {})
  if (tokens.some(({ level }) => level >= MAX_NESTING - 1)) return [asTyped(text)]
  return blocksOf(tokens, source.split('\n'))
}

const asTyped = (text: string): MarkdownNode => ({
  type: 'paragraph',
  text: '',
  parts: [{ type: 'text', text }],
})

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

function blocksOf(tokens: Token[], lines: string[]): MarkdownNode[] {
  const tree = new Tree()
  let left = MAX_PARTS
  for (const token of tokens) {
    if (left <= 0 && token.map && tree.parts.length > 0) {
      return [...tree.root, asTyped(lines.slice(token.map[0]).join('\n'))]
    }
    if (token.type !== 'inline') tree.add(token)
    else {
      const marks = (token.children ?? []).filter(({ type, nesting }) => nesting !== -1 && type !== 'text')
      if (marks.length > left) tree.parts.push({ type: 'text', text: token.content })
      else tree.parts.push(...inlineOf(token.children ?? []))
      left -= marks.length
    }
    if (token.nesting !== -1) left -= 1
  }
  return tree.root
}

function inlineOf(tokens: Token[]): MarkdownNode[] {
  const tree = new Tree()
  for (const token of tokens) tree.add(token)
  return tree.root
}

/** markdown-it gives a flat list in which a token opens or closes a part. */
class Tree {
  readonly root: MarkdownNode[] = []
  readonly #open = [this.root]

  /** Of the part that is open. */
  get parts() {
    return this.#open.at(-1) ?? this.root
  }

  add(token: Token) {
    if (token.nesting === -1) this.#open.pop()
    else if (token.nesting === 0) this.parts.push(wordsOf(token))
    else {
      const parts: MarkdownNode[] = []
      this.parts.push({ ...wordsOf(token), type: token.type.replace(/_open$/, ''), parts })
      this.#open.push(parts)
    }
  }
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
