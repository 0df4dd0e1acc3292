import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { Tabs } from './Tabs.tsx'

test('a press chooses a tab and its panel is named after it', async () => {
  const user = setup()
  expect(screen.getByRole('tabpanel', { name: 'All' })).toHaveTextContent('content of all')
  await user.click(screen.getByRole('tab', { name: 'Backend 3' }))
  expect(screen.getByRole('tab', { name: 'Backend 3' })).toHaveAttribute('aria-selected', 'true')
  expect(screen.getByRole('tabpanel', { name: 'Backend 3' })).toHaveTextContent('content of backend')
})

test('one tab is in the order of the Tab key; arrows, Home and End move and wrap around', async () => {
  const user = setup()
  await user.tab()
  expect(screen.getByRole('tab', { name: 'All' })).toHaveFocus()
  for (const [key, name] of [
    ['{ArrowRight}', 'Frontend'],
    ['{End}', 'Backend 3'],
    ['{ArrowRight}', 'All'],
    ['{ArrowLeft}', 'Backend 3'],
    ['{Home}', 'All'],
  ] as const) {
    await user.keyboard(key)
    expect(screen.getByRole('tab', { name })).toHaveFocus()
    expect(screen.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true')
  }
  await user.tab()
  expect(screen.getByRole('button', { name: 'inside' })).toHaveFocus()
})

function setup() {
  function Page() {
    const [value, setValue] = useState<'all' | 'frontend' | 'backend'>('all')
    return (
      <Tabs
        label="Category"
        value={value}
        onChange={setValue}
        tabs={[
          { value: 'all', label: 'All' },
          { value: 'frontend', label: 'Frontend' },
          { value: 'backend', label: 'Backend', count: 3 },
        ]}
      >
        content of {value} <button type="button">inside</button>
      </Tabs>
    )
  }
  render(<Page />)
  return userEvent.setup()
}
