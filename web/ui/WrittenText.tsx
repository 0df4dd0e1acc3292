import { Suspense, use } from 'react'
import { mayHoldMarks } from '#contract/markdown-marks.ts'
import { languageOf } from '#contract/text-language.ts'
import { cn } from './cn.ts'
import { loadedMarkdown, loadMarkdown, MARKDOWN_ATTRIBUTE } from './load-markdown.ts'
import { PlainText } from './PlainText.tsx'

/** A long user text: small Markdown (FLOW-05), or plain text as typed. */
export function WrittenText({ children, className }: { children: string; className?: string | undefined }) {
  const plain = <PlainText>{children}</PlainText>
  const hasMarks = mayHoldMarks(children)
  return (
    <div
      lang={languageOf(children)}
      className={cn('max-w-prose space-y-4', className)}
      {...(hasMarks && { [MARKDOWN_ATTRIBUTE]: '' })}
    >
      {hasMarks ? (
        <Suspense fallback={plain}>
          <WithMarks>{children}</WithMarks>
        </Suspense>
      ) : (
        plain
      )}
    </div>
  )
}

function WithMarks({ children }: { children: string }) {
  const Markdown = loadedMarkdown() ?? use(loadMarkdown()) ?? PlainText
  return <Markdown>{children}</Markdown>
}
