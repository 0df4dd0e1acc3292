import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Toaster } from './Toaster.tsx'
import { toast } from './toast.ts'

test('the first toast brings the list with it', async () => {
  const { container } = render(<Toaster />)
  expect(container).toBeEmptyDOMElement()
  toast.success('Saved')
  expect(await screen.findByText('Saved')).toBeInTheDocument()
})

test('a test does not see the toasts of the one before', async () => {
  render(<Toaster />)
  toast.success('Sent')
  expect(await screen.findByText('Sent')).toBeInTheDocument()
  expect(screen.queryByText('Saved')).toBeNull()
})
