import { type ComponentType, Suspense, use } from 'react'
import { mayHoldMarks } from '#contract/markdown-marks.ts'
import { languageOf } from '#contract/text-language.ts'
import { cn } from './cn.ts'
import { PlainText } from './PlainText.tsx'

type Shown = ComponentType<{ children: string }>

let loaded: Shown | undefined
let pending: Promise<Shown> | undefined

/** Loaded by the server before it renders. If it cannot be loaded, as offline, texts are shown as typed until a reload. */
export function loadMarkdown(): Promise<Shown> {
  pending ??= import('./Markdown.tsx').then(
    (module) => {
      loaded = module.default
      return loaded
    },
    () => PlainText,
  )
  return pending
}

/** A long user text: small Markdown (FLOW-05), or plain text as typed. */
export function WrittenText({ children, className }: { children: string; className?: string | undefined }) {
  const plain = <PlainText>{children}</PlainText>
  return (
    <div lang={languageOf(children)} className={cn('max-w-prose space-y-4', className)}>
      {mayHoldMarks(children) ? (
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
  const Markdown = loaded ?? use(loadMarkdown())
  return <Markdown>{children}</Markdown>
}
