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
