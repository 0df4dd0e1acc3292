import { Fragment, type ReactNode } from 'react'

type RichProps = {
  /** A text with parts as tags: 'See the <link>offers</link>.' */
  text: string
  parts: Record<string, (words: string) => ReactNode>
}

/** A sentence with links as one message, so that each language has its own word order. */
export function Rich({ text, parts }: RichProps) {
  // The split alternates texts and groups of the pattern: words, name, words, …
  const pieces = text.split(/<(\w+)>(.*?)<\/\1>/)
  return pieces.map((piece, index) => {
    const name = index % 3 === 2 ? (pieces[index - 1] ?? '') : ''
    if (index % 3 === 1) return null
    // biome-ignore lint/suspicious/noArrayIndexKey: a sentence is rendered again as a whole
    return <Fragment key={index}>{parts[name]?.(piece) ?? piece}</Fragment>
  })
}
