import { markedParts } from './marked-parts.ts'

/** The text with the searched words marked. */
export function MarkedText({ text, words }: { text: string; words: string }) {
  return markedParts(text, words).map(({ start, part, isMarked }) =>
    isMarked ? (
      <mark key={start} className="rounded-sm bg-primary-soft text-primary">
        {part}
      </mark>
    ) : (
      <span key={start}>{part}</span>
    ),
  )
}
