import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { useEffect, useState } from 'react'
import { m } from '#contract/texts.ts'
import { cn } from '../ui/cn.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { lazyImport, useLazyImport } from '../ui/lazy-import.ts'
import { toast } from '../ui/toast.ts'
import { useInView } from '../ui/use-in-view.ts'

const highlighter = lazyImport(() => import('./code-lines.ts').then((module) => module.codeLines))

/** Code, plain at first; highlighting and font load near the viewport. Never rendered as HTML. */
export function CodeSections({ sections, languages }: { sections: string[]; languages: string[] }) {
  const { ref, isInView } = useInView<HTMLDivElement>()
  const codeLines = useLazyImport(highlighter, isInView, () => {})
  return (
    <div ref={ref} className="space-y-4">
      {sections.map((code, index) => {
        const language = languages[index] ?? ''
        const name = m.projects_code_number({ index: index + 1 })
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a section may occur twice, and the order is fixed
          <div key={index} className="relative overflow-hidden rounded-card border border-line bg-sunken">
            {language && (
              <p className="flex min-h-11 items-center border-line border-b px-4 text-muted text-sm">
                {language}
              </p>
            )}
            <section
              // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
              tabIndex={0}
              aria-label={language ? `${name}, ${language}` : name}
              className={cn(
                'overflow-x-auto rounded-card p-4 focus-visible:-outline-offset-2',
                !language && 'pr-14 max-sm:pt-11 max-sm:pr-4',
              )}
            >
              <pre className={cn('text-sm leading-6 [tab-size:2]', !isInView && '[--font-mono:monospace]')}>
                <code>{codeLines ? <Lines lines={codeLines(code, language)} /> : code}</code>
              </pre>
            </section>
            <CopyCode code={code} index={index + 1} isInBar={language !== ''} />
          </div>
        )
      })}
    </div>
  )
}

const CONFIRMED_MS = 4000

function CopyCode({ code, index, isInBar }: { code: string; index: number; isInBar: boolean }) {
  const [isCopied, setCopied] = useState(false)

  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(setCopied, CONFIRMED_MS, false)
    return () => clearTimeout(timer)
  }, [isCopied])

  async function handleCopy() {
    try {
      await navigator.clipboard.writeText(code)
      setCopied(true)
    } catch {
      toast.error(m.projects_code_copy_failed())
    }
  }

  return (
    <>
      <IconButton
        size="sm"
        label={m.projects_code_copy({ index })}
        className={cn('absolute right-1.5 bg-sunken text-muted', isInBar ? 'top-1' : 'top-1.5')}
        onClick={() => void handleCopy()}
      >
        {isCopied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
      </IconButton>
      <p role="status" className="sr-only">
        {isCopied && m.projects_code_copied()}
      </p>
    </>
  )
}

type Line = ReturnType<typeof import('./code-lines.ts').codeLines>[number]

function Lines({ lines }: { lines: Line[] }) {
  return lines.map((tokens, line) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the lines are fixed
    <span key={line}>
      {line > 0 && '\n'}
      {tokens.map(({ type, value }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <span key={index} className={cn(COLOURS[type])}>
          {value}
        </span>
      ))}
    </span>
  ))
}

const COLOURS: Partial<Record<Line[number]['type'], string>> = {
  keyword: 'text-purple-ink',
  string: 'text-green-ink',
  class: 'text-blue-ink',
  entity: 'text-blue-ink',
  property: 'text-secondary',
  sign: 'text-muted',
  comment: 'text-muted italic',
}
