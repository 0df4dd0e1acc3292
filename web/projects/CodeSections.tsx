import { m } from '#contract/texts.ts'
import { cn } from '../ui/cn.ts'
import { lazyImport, useLazyImport } from '../ui/lazy-import.ts'
import { useInView } from '../ui/use-in-view.ts'

const highlighter = lazyImport(() => import('./code-lines.ts').then((module) => module.codeLines))

/** Code as plain text at once; its colours and its font come when it is nearly seen. Never rendered as HTML. */
export function CodeSections({ sections }: { sections: string[] }) {
  const { ref, isInView } = useInView<HTMLDivElement>()
  const codeLines = useLazyImport(highlighter, isInView, () => {})
  return (
    <div ref={ref} className="space-y-4">
      {sections.map((code, index) => (
        <section
          // biome-ignore lint/suspicious/noArrayIndexKey: a section may occur twice, and the order is fixed
          key={index}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
          tabIndex={0}
          aria-label={m.projects_code_number({ index: index + 1 })}
          className="overflow-x-auto rounded-card border border-line bg-sunken p-4"
        >
          <pre className={cn('text-sm leading-6 [tab-size:2]', !isInView && '[--font-mono:monospace]')}>
            <code>{codeLines ? <Lines lines={codeLines(code)} /> : code}</code>
          </pre>
        </section>
      ))}
    </div>
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
