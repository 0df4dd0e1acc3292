import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { Field } from './Field.tsx'
import { MonthPicker } from './MonthPicker.tsx'

describe('MonthPicker', () => {
  test('offers the years from min to max, newest first', { tags: ['VAL-18', 'VAL-19'] }, () => {
    const { year } = setup()
    const years = within(year)
      .getAllByRole<HTMLOptionElement>('option')
      .map((option) => option.value)
    expect(years.filter(Boolean)).toEqual(Array.from({ length: 37 }, (_, index) => String(2026 - index)))
  })

  test('reports a month once both halves are chosen', async () => {
    const { user, month, year, onChange } = setup()
    await user.selectOptions(month, 'March')
    expect(onChange).toHaveBeenLastCalledWith('')
    expect(month).toHaveValue('03')
    await user.selectOptions(year, '2021')
    expect(onChange).toHaveBeenLastCalledWith('2021-03')
  })

  test('months after max cannot be chosen in the last year', { tags: 'VAL-19' }, async () => {
    const { month } = setup('2026-02')
    expect(within(month).getByRole('option', { name: 'November' })).toBeEnabled()
    expect(within(month).getByRole('option', { name: 'December' })).toBeDisabled()
  })

  test('a year in which the month does not exist moves the month into the range', async () => {
    const { user, month, year, onChange } = setup('2025-12')
    await user.selectOptions(year, '2026')
    expect(onChange).toHaveBeenLastCalledWith('2026-11')
    expect(month).toHaveValue('11')
  })

  test('shows a value that is set, and clears both halves for an empty one', () => {
    const props = { min: '1990-01', max: '2026-11', onChange: () => {} }
    const { rerender } = render(<MonthPicker {...props} value="2020-05" />)
    expect(screen.getByLabelText('Month')).toHaveValue('05')
    rerender(<MonthPicker {...props} value="" />)
    expect(screen.getByLabelText('Month')).toHaveValue('')
    expect(screen.getByLabelText('Year')).toHaveValue('')
  })

  test('is a group named by its field, with the error described on both halves', () => {
    render(
      <Field label="Start date" group error="Start Date is required">
        <MonthPicker value="" onChange={() => {}} min="1990-01" max="2026-11" />
      </Field>,
    )
    const group = screen.getByRole('group', { name: 'Start date' })
    for (const half of ['Month', 'Year']) {
      expect(within(group).getByLabelText(half)).toBeInvalid()
      expect(within(group).getByLabelText(half)).toHaveAccessibleDescription('Start Date is required')
    }
  })
})

function setup(start = '') {
  const onChange = vi.fn()
  function Form() {
    const [value, setValue] = useState(start)
    return (
      <MonthPicker
        value={value}
        min="1990-01"
        max="2026-11"
        onChange={(month) => {
          onChange(month)
          setValue(month)
        }}
      />
    )
  }
  render(<Form />)
  return {
    user: userEvent.setup(),
    onChange,
    month: screen.getByLabelText('Month'),
    year: screen.getByLabelText('Year'),
  }
}
