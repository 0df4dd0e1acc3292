import { highlightParts } from './highlight.ts'

/** The text with the searched words marked. */
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
