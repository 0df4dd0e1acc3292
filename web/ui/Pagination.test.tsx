import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Pagination } from './Pagination.tsx'

test.each([
  ['First page', 1],
  ['Previous page', 3],
  ['Next page', 5],
  ['Last page', 9],
])('%s leads from page 4 of 9 to page %i', { tags: 'PROJ-07' }, async (name, target) => {
  const onChange = vi.fn()
  render(<Pagination page={4} pageCount={9} onChange={onChange} />)
  expect(screen.getByText('Page 4 of 9 total')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name }))
  expect(onChange).toHaveBeenCalledExactlyOnceWith(target)
})

test.each([
  [1, ['First page', 'Previous page']],
  [3, ['Next page', 'Last page']],
])('on page %i of 3 %j are disabled', async (page, names) => {
  const user = userEvent.setup()
  const onChange = vi.fn()
  render(<Pagination page={page} pageCount={3} onChange={onChange} />)
  for (const name of names) {
    const button = screen.getByRole('button', { name })
    expect(button).toHaveAttribute('aria-disabled', 'true')
    button.focus()
    await user.keyboard('{Enter}')
  }
  expect(onChange).not.toHaveBeenCalled()
})

test('renders links if asked, but none without a target', () => {
  render(<Pagination page={1} pageCount={2} renderLink={(page) => <a href={`?page=${page}`}>{page}</a>} />)
  expect(screen.getByRole('link', { name: 'Next page' })).toHaveAttribute('href', '?page=2')
  expect(screen.queryByRole('link', { name: 'Previous page' })).not.toBeInTheDocument()
})

test('a single page has no pagination', () => {
  const { container } = render(<Pagination page={1} pageCount={1} />)
  expect(container).toBeEmptyDOMElement()
})
