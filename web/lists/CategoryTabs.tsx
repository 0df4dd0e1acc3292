import type { ReactNode } from 'react'
import { m } from '#contract/texts.ts'
import { CATEGORIES, type Category } from '#contract/values.ts'
import { Tabs } from '../ui/Tabs.tsx'

type CategoryTabsProps = {
  value: Category | ''
  onChange: (category: Category | '') => void
  /** The filters of the list. */
  beside: ReactNode
  children: ReactNode
}

/** CONST-01; 'All' is no filter. */
const tabs = () => [
  { value: 'All', label: m.general_all_categories() } as const,
  ...CATEGORIES.map((value) => ({ value, label: m.general_category_name({ category: value }) })),
]

export function CategoryTabs({ value, onChange, beside, children }: CategoryTabsProps) {
  return (
    <Tabs<Category | 'All'>
      label={m.general_categories()}
      variant="pill"
      tabs={tabs()}
      value={value || 'All'}
      onChange={(category) => onChange(category === 'All' ? '' : category)}
      beside={beside}
    >
      {children}
    </Tabs>
  )
}
