import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { cn } from './cn.ts'
import { useScrolledTo } from './use-scrolled-to.ts'

type TabsProps<Value extends string> = {
  /** Accessible name of the tab list. */
  label: string
  tabs: readonly { value: Value; label: ReactNode; count?: number | undefined }[]
  value: Value
  onChange: (value: Value) => void
  /** Content of the active tab. */
  children?: ReactNode
  /** Controls for the content, in the row of the tabs where both fit. */
  beside?: ReactNode
  /** 'line' below the label, or 'pill' for a row of filters. */
  variant?: 'line' | 'pill' | undefined
}

/**
 * A tab list with its panel. Arrow keys, Home and End move; the list scrolls sideways where it does not fit. Not Base
 * UI's: its tabs would add 11.5 kB to the first load of every public page.
 */
export function Tabs<Value extends string>({
  label,
  tabs,
  value,
  onChange,
  children,
  beside,
  variant = 'line',
}: TabsProps<Value>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const activeIndex = tabs.findIndex((tab) => tab.value === value)
  const panelId = children === undefined ? undefined : `${id}-panel`

  useScrolledTo(list, activeIndex)

  function handleKeyDown(event: KeyboardEvent) {
    const next = targets[event.key]?.(Math.max(activeIndex, 0), tabs.length)
    const tab = next === undefined ? undefined : tabs[next]
    if (next === undefined || !tab) return
    event.preventDefault()
    onChange(tab.value)
    const element = list.current?.children[next]
    if (element instanceof HTMLElement) element.focus()
  }

  const tabList = (
    <div
      ref={list}
      role="tablist"
      aria-label={label}
      onKeyDown={handleKeyDown}
      className={cn(
        'scroll-quiet relative flex',
        // Padding for the focus ring, which a scroll container clips; on phones pills reach the edges of the page.
        variant === 'line' ? 'gap-1 border-line border-b' : '-m-1 gap-2 p-1 max-sm:-mx-4 max-sm:px-4',
        // On the middle of higher buttons.
        beside !== undefined && '-mt-0.5 pointer-coarse:-mt-1',
      )}
    >
      {tabs.map((tab, index) => {
        const isActive = tab.value === value
        return (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-tab-${index}`}
            aria-selected={isActive}
            aria-controls={isActive ? panelId : undefined}
            tabIndex={isActive || (activeIndex === -1 && index === 0) ? 0 : -1}
            onClick={() => onChange(tab.value)}
            className={cn(
              'inline-flex shrink-0 items-center gap-2 whitespace-nowrap font-medium text-sm transition-colors pointer-coarse:min-h-11',
              variant === 'line' ? lineStyles(isActive) : pillStyles(isActive),
            )}
          >
            {tab.label}{' '}
            {tab.count !== undefined && (
              <span
                className={cn(
                  'rounded-full px-1.5 text-xs leading-5 tabular-nums',
                  isActive ? 'bg-primary-soft text-primary' : 'bg-neutral-bg text-neutral-ink',
                )}
              >
                {tab.count}
              </span>
            )}
          </button>
        )
      })}
    </div>
  )

  return (
    <div className="min-w-0">
      {beside ? (
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
          {tabList}
          {beside}
        </div>
      ) : (
        tabList
      )}
      {panelId && (
        <div
          id={panelId}
          role="tabpanel"
          aria-labelledby={activeIndex === -1 ? undefined : `${id}-tab-${activeIndex}`}
          className="pt-6"
        >
          {children}
        </div>
      )}
    </div>
  )
}

const targets: Record<string, (index: number, count: number) => number> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_index, count) => count - 1,
}

function lineStyles(isActive: boolean) {
  return cn(
    'min-h-11 border-b-2 px-3 focus-visible:-outline-offset-2',
    isActive
      ? 'border-primary text-primary forced-colors:border-[Highlight]'
      : 'border-transparent text-muted hover:border-control hover:text-text forced-colors:border-[Canvas]',
  )
}

function pillStyles(isActive: boolean) {
  return cn(
    'min-h-9 rounded-full border px-4',
    isActive
      ? 'border-primary bg-primary text-primary-ink forced-colors:outline-2'
      : 'border-control bg-surface text-text hover:border-primary hover:bg-hover',
  )
}
