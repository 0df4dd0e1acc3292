import { cn } from './cn.ts'
import { LinkedText } from './LinkedText.tsx'

type Block = { kind: 'words'; text: string } | { kind: 'list'; items: string[] }

/** Far more than a text that somebody wrote has; those after them become one part, as each costs the page (X1). */
const MAX_LINES = 300

/** Plain text as typed: blank lines separate paragraphs, lines that begin with a dash are a list. */
export function PlainText({ children }: { children: string }) {
  return partsOf(children).map((blocks, part) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a text is rendered again as a whole
    <div key={part} className="space-y-1.5">
      {blocks.map((block, index) =>
        block.kind === 'list' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <ul key={index} className="list-disc space-y-1 pl-5 marker:text-muted">
            {block.items.map((item, line) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              <li key={line}>
                <LinkedText>{item}</LinkedText>
              </li>
            ))}
          </ul>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <p key={index} className={cn('whitespace-pre-line', isTitle(blocks, index) && 'font-semibold')}>
            <LinkedText>{block.text}</LinkedText>
          </p>
        ),
      )}
    </div>
  ))
}

/** Paragraphs, each in blocks of lines of one kind. */
export function partsOf(text: string): Block[][] {
  const lines = text.split('\n')
  const rest = lines.slice(MAX_LINES).join('\n').trim()
  const parts = paragraphsOf(lines.slice(0, MAX_LINES).join('\n'))
  return rest === '' ? parts : [...parts, [{ kind: 'words', text: rest }]]
}

function paragraphsOf(text: string): Block[][] {
  return text
    .split(/\n[^\S\n]*\n/)
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const blocks: Block[] = []
      for (const line of part.split('\n')) {
        const item = /^\s*[-•*]\s+(\S.*)$/.exec(line)?.[1]
        const last = blocks.at(-1)
        if (item !== undefined) {
          if (last?.kind === 'list') last.items.push(item)
          else blocks.push({ kind: 'list', items: [item] })
        } else if (last?.kind === 'words') last.text += `\n${line}`
        else blocks.push({ kind: 'words', text: line })
      }
      return blocks
    })
}

/** One short line above a list. */
function isTitle(blocks: Block[], index: number) {
  const block = blocks[index]
  return (
    blocks[index + 1]?.kind === 'list' &&
    block?.kind === 'words' &&
    /^[^\n]{1,60}(?<![.,;])$/.test(block.text)
  )
}
