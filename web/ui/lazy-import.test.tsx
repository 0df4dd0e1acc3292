import { render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { lazyImport, useLazyImport } from './lazy-import.ts'

test('an import is loaded once, on demand, and reused', async () => {
  const load = vi.fn(async () => Word)
  const word = lazyImport(load)
  const { rerender } = render(<Host lazy={word} isWanted={false} onFailure={() => {}} />)
  expect(load).not.toHaveBeenCalled()
  rerender(<Host lazy={word} isWanted onFailure={() => {}} />)
  expect(await screen.findByText('here')).toBeInTheDocument()
  rerender(<Host lazy={word} isWanted={false} onFailure={() => {}} />)
  expect(screen.getByText('here')).toBeInTheDocument()
  expect(load).toHaveBeenCalledOnce()
})

test('a failure is reported, and the next request tries again', async () => {
  const load = vi.fn(async () => Word)
  load.mockRejectedValueOnce(new Error('offline'))
  const word = lazyImport(load)
  const onFailure = vi.fn()
  const { rerender } = render(<Host lazy={word} isWanted onFailure={onFailure} />)
  await waitFor(() => expect(onFailure).toHaveBeenCalledOnce())
  rerender(<Host lazy={word} isWanted={false} onFailure={onFailure} />)
  rerender(<Host lazy={word} isWanted onFailure={onFailure} />)
  expect(await screen.findByText('here')).toBeInTheDocument()
})

type HostProps = {
  lazy: ReturnType<typeof lazyImport<typeof Word>>
  isWanted: boolean
  onFailure: () => void
}

function Host({ lazy, isWanted, onFailure }: HostProps) {
  const Loaded = useLazyImport(lazy, isWanted, onFailure)
  return Loaded && <Loaded />
}

function Word() {
  return <p>here</p>
}
