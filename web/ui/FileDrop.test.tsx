import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { FileDrop, truncateFileName } from './FileDrop.tsx'

test.each([
  ['cv.pdf', 'cv.pdf'],
  ['exactly-twenty-five-c.pdf', 'exactly-twenty-five-c.pdf'],
  ['exactly-twenty-six-ch.jpeg', 'exactly-twenty-six-….jpeg'],
  ['a-name-without-any-ending-at-all', 'a-name-without-any-endin…'],
])('the name %s is shown as %s', { tags: 'CONST-11' }, (name, shown) => {
  expect(truncateFileName(name)).toBe(shown)
  expect(Array.from(truncateFileName(name)).length).toBeLessThanOrEqual(25)
})

test('chosen and dropped files are passed on, the same one twice as well', async () => {
  const { onFile, drop, input } = setup()
  const file = new File(['x'], 'cv.pdf', { type: 'application/pdf' })
  await userEvent.upload(input, file)
  await userEvent.upload(input, file)
  fireEvent.drop(drop, { dataTransfer: { files: [file] } })
  expect(onFile.mock.calls).toEqual([[file], [file], [file]])
})

test('during an upload no other file is accepted, and the progress is announced', () => {
  const { onFile, drop } = setup({ progress: 0.4, file: { name: 'cv.pdf' } })
  fireEvent.drop(drop, { dataTransfer: { files: [new File(['x'], 'other.pdf')] } })
  expect(onFile).not.toHaveBeenCalled()
  expect(screen.getByRole('progressbar', { name: 'Uploading cv.pdf' })).toHaveAttribute('aria-valuenow', '40')
  expect(screen.getByRole('button', { name: 'Replace' })).toBeDisabled()
})

test('a failure is announced and can be retried, and the file stays', async () => {
  const onRetry = vi.fn()
  const onRemove = vi.fn()
  setup({ error: 'Error uploading the PDF.', onRetry, onRemove, file: { name: 'cv.pdf' } })
  expect(screen.getByRole('alert')).toHaveTextContent('Error uploading the PDF.')
  expect(screen.getByText('cv.pdf')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await userEvent.click(screen.getByRole('button', { name: 'Remove cv.pdf' }))
  expect(onRetry).toHaveBeenCalledOnce()
  expect(onRemove).toHaveBeenCalledOnce()
})

function setup(props: Partial<React.ComponentProps<typeof FileDrop>> = {}) {
  const onFile = vi.fn()
  const { container } = render(
    <FileDrop accept="application/pdf" label="Choose PDF" onFile={onFile} {...props} />,
  )
  const input = container.querySelector('input')
  if (!input) throw new Error('no input')
  return { onFile, input, drop: screen.getByRole('group', { name: 'Choose PDF' }) }
}
