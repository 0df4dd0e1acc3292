import { parseAhead } from '#contract/markdown.ts'
import { mayHoldMarks } from '#contract/markdown-marks.ts'

/** Shorter ones, as excerpts in lists, cost little. */
const MIN_LENGTH = 500

type Options = { nextTurn?: (() => Promise<void>) | undefined }

/**
 * Parses the long Markdown texts in the data of a page before `act`, each in a turn of the event loop of its own, as the
 * page is rendered in one (X1).
 */
export async function withParsedTexts<Result>(
  data: unknown,
  { nextTurn }: Options,
  act: () => Promise<Result>,
): Promise<Result> {
  const parsed: { end: () => void }[] = []
  try {
    for (const text of new Set(longTextsIn(data))) {
      parsed.push(parseAhead(text))
      await nextTurn?.()
    }
    return await act()
  } finally {
    for (const { end } of parsed) end()
  }
}

function longTextsIn(data: unknown): string[] {
  if (typeof data === 'string') return data.length >= MIN_LENGTH && mayHoldMarks(data) ? [data] : []
  return typeof data === 'object' && data !== null ? Object.values(data).flatMap(longTextsIn) : []
}
