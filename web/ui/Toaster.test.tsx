import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Toaster } from './Toaster.tsx'
import { toast } from './toast.ts'

test('the first toast loads the list', async () => {
  const { container } = render(<Toaster />)
  expect(container).toBeEmptyDOMElement()
  toast.success('Saved')
  expect(await screen.findByText('Saved')).toBeInTheDocument()
})

test('toasts do not leak into the next test', async () => {
  render(<Toaster />)
  toast.success('Sent')
  expect(await screen.findByText('Sent')).toBeInTheDocument()
  expect(screen.queryByText('Saved')).toBeNull()
})

test('an error stays while something else succeeds, and is shown once however often it happens', async () => {
  render(<Toaster />)
  toast.error('Not saved')
  expect(await screen.findByText('Not saved')).toBeInTheDocument()
  toast.success('Something else is saved')
  expect(await screen.findByText('Something else is saved')).toBeInTheDocument()
  toast.error('Not saved')
  toast.error('Not sent')
  expect(await screen.findByText('Not sent')).toBeInTheDocument()
  expect(screen.getAllByText('Not saved')).toHaveLength(1)
})
