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
