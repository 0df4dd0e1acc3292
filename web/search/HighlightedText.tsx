import { highlightParts } from './highlight.ts'

/** A text with the words of the query highlighted. */
export function HighlightedText({ text, words }: { text: string; words: string }) {
  return highlightParts(text, words).map(({ start, part, isMarked }) =>
    isMarked ? (
      <mark key={start} className="rounded-sm bg-primary-soft text-primary">
        {part}
      </mark>
    ) : (
      <span key={start}>{part}</span>
    ),
  )
}
