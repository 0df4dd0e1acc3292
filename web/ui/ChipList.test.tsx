import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { ChipList, countFitting } from './ChipList.tsx'

describe('the estimated width', { tags: 'CONST-10' }, () => {
  // React is 32 + 5 * 7 = 67 px wide; 40 px are reserved, and gaps are 4 px.
  test.each([
    [['React', 'React'], 178, 2],
    [['React', 'React'], 177, 1],
    [['React'], 107, 1],
    [['React', 'Go', 'Docker'], 46 + 67 + 74 + 8 + 40, 3],
    [['React', 'Go', 'Docker'], 46 + 67 + 74 + 7 + 40, 2],
    [['A very long name of a skill'], 60, 1],
    [[], 300, 0],
  ])('of %j in %i px, %i are shown', (items, width, count) => {
    expect(countFitting(items, width)).toBe(count)
  })
})

test('the rest expands and collapses', { tags: 'PROJ-14' }, async () => {
  const user = userEvent.setup()
  render(<ChipList items={['a', 'b', 'c', 'd', 'e', 'f', 'g']} max={5} />)
  expect(screen.queryByText('f')).not.toBeInTheDocument()
  const more = screen.getByRole('button', { name: 'Show 2 more' })
  expect(more).toHaveTextContent('+2')
  await user.click(more)
  expect(screen.getByText('g')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Show less' }))
  expect(screen.queryByText('g')).not.toBeInTheDocument()
})

test('a list that fits has no expander', () => {
  render(<ChipList items={['a', 'b']} max={5} />)
  expect(screen.queryByRole('button')).not.toBeInTheDocument()
})

test('highlighted chips come first, the others keep their order', { tags: 'PIPE-16' }, () => {
  render(<ChipList items={['Go', 'React', 'Docker', 'Node']} highlighted={['docker', 'REACT']} max={4} />)
  const names = screen.getAllByRole('listitem').map((item) => item.textContent)
  expect(names).toEqual(['React', 'Docker', 'Go', 'Node'])
})
