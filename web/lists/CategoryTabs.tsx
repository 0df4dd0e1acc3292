import type { ReactNode } from 'react'
import { CATEGORIES, type Category } from '#contract/values.ts'
import { Tabs } from '../ui/Tabs.tsx'

type CategoryTabsProps = {
  value: Category | ''
  onChange: (category: Category | '') => void
  children: ReactNode
}

/** CONST-01; 'All' is no filter. */
const TABS = (['All', ...CATEGORIES] as const).map((value) => ({ value, label: value }))

export function CategoryTabs({ value, onChange, children }: CategoryTabsProps) {
  return (
    <Tabs<Category | 'All'>
      label="Categories"
      variant="pill"
      tabs={TABS}
      value={value || 'All'}
      onChange={(category) => onChange(category === 'All' ? '' : category)}
    >
      {children}
    </Tabs>
  )
}
