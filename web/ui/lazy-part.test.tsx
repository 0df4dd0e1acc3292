import { render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { lazyPart, useLazyPart } from './lazy-part.ts'

test('a part is fetched once, when it is wanted, and stays', async () => {
  const load = vi.fn(async () => Word)
  const part = lazyPart(load)
  const { rerender } = render(<Holder part={part} isWanted={false} onFailure={() => {}} />)
  expect(load).not.toHaveBeenCalled()
  rerender(<Holder part={part} isWanted onFailure={() => {}} />)
  expect(await screen.findByText('here')).toBeInTheDocument()
  rerender(<Holder part={part} isWanted={false} onFailure={() => {}} />)
  expect(screen.getByText('here')).toBeInTheDocument()
  expect(load).toHaveBeenCalledOnce()
})

test('a failure is told and the next wish tries again', async () => {
  const load = vi.fn(async () => Word)
  load.mockRejectedValueOnce(new Error('offline'))
  const part = lazyPart(load)
  const onFailure = vi.fn()
  const { rerender } = render(<Holder part={part} isWanted onFailure={onFailure} />)
  await waitFor(() => expect(onFailure).toHaveBeenCalledOnce())
  rerender(<Holder part={part} isWanted={false} onFailure={onFailure} />)
  rerender(<Holder part={part} isWanted onFailure={onFailure} />)
  expect(await screen.findByText('here')).toBeInTheDocument()
})

type HolderProps = {
  part: ReturnType<typeof lazyPart<typeof Word>>
  isWanted: boolean
  onFailure: () => void
}

function Holder({ part, isWanted, onFailure }: HolderProps) {
  const Part = useLazyPart(part, isWanted, onFailure)
  return Part && <Part />
}

function Word() {
  return <p>here</p>
}
