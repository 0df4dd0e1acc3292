import { render, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listenForBack, setPageKey, useBackLayer } from './back-layers.ts'

let stop = () => {}
/** The events that reach the router. */
const popped = vi.fn()

beforeEach(() => {
  popped.mockClear()
  window.history.replaceState({ key: 'before' }, '', '/before')
  window.history.pushState({ key: 'page' }, '', '/page')
  stop = listenForBack()
  window.addEventListener('popstate', popped)
  setPageKey('page')
})
afterEach(() => {
  stop()
  window.removeEventListener('popstate', popped)
})

type LayerProps = { isOpen: boolean; onBack: () => void }

function Layer({ isOpen, onBack }: LayerProps) {
  useBackLayer(isOpen, onBack, { always: true })
  return null
}

function Two({ closed }: { closed: (name: string) => void }) {
  const [open, setOpen] = useState(['panel', 'conversation'])
  const close = (name: string) => () => {
    closed(name)
    setOpen((now) => now.filter((one) => one !== name))
  }
  return (
    <>
      <Layer isOpen={open.includes('panel')} onBack={close('panel')} />
      <Layer isOpen={open.includes('conversation')} onBack={close('conversation')} />
    </>
  )
}

const isAt = (pathname: string) => waitFor(() => expect(window.location.pathname).toBe(pathname))

test('Back closes the layers one by one, and then leaves the page', async () => {
  const closed = vi.fn()
  render(<Two closed={closed} />)
  window.history.back()
  await waitFor(() => expect(closed.mock.calls).toEqual([['conversation']]))
  window.history.back()
  await waitFor(() => expect(closed.mock.calls).toEqual([['conversation'], ['panel']]))
  expect(popped).not.toHaveBeenCalled()
  expect(window.location.pathname).toBe('/page')
  window.history.back()
  await isAt('/before')
  expect(popped).toHaveBeenCalledTimes(1)
})

test('a layer kept open by unsaved input asks again', async () => {
  const ask = vi.fn()
  render(<Layer isOpen onBack={ask} />)
  for (const times of [1, 2]) {
    window.history.back()
    await waitFor(() => expect(ask).toHaveBeenCalledTimes(times))
    await waitFor(() => expect(window.history.state).toEqual({ key: 'page', layer: 1 }))
  }
  expect(window.location.pathname).toBe('/page')
})

test('one Back leaves after a layer has closed by itself', async () => {
  const { rerender } = render(<Layer isOpen onBack={() => undefined} />)
  rerender(<Layer isOpen={false} onBack={() => undefined} />)
  window.history.back()
  await isAt('/before')
})

test('a reopened layer reuses its history entry', async () => {
  const closed = vi.fn()
  const { rerender } = render(<Layer isOpen onBack={closed} />)
  const { length } = window.history
  rerender(<Layer isOpen={false} onBack={closed} />)
  rerender(<Layer isOpen onBack={closed} />)
  expect(window.history.length).toBe(length)
  window.history.back()
  await waitFor(() => expect(closed).toHaveBeenCalledTimes(1))
  expect(window.location.pathname).toBe('/page')
})

test('one Back leaves a page that replaced another while its layer was open', async () => {
  window.history.replaceState({ key: 'edit', idx: 1 }, '', '/page/edit')
  setPageKey('edit')
  const { rerender } = render(<Layer isOpen onBack={() => undefined} />)
  // Like the router on closing.
  window.history.replaceState({ key: 'saved', idx: 1 }, '', '/page')
  setPageKey('saved')
  rerender(<Layer isOpen={false} onBack={() => undefined} />)
  window.history.back()
  await isAt('/before')
  expect(popped).toHaveBeenCalledTimes(1)
})

test('Back closes a layer whose page was replaced below it', async () => {
  window.history.replaceState({ key: 'link', idx: 1 }, '', '/page?link=1')
  setPageKey('link')
  const closed = vi.fn()
  render(<Layer isOpen onBack={closed} />)
  window.history.replaceState({ key: 'opened', idx: 1 }, '', '/page')
  setPageKey('opened')
  window.history.back()
  await waitFor(() => expect(closed).toHaveBeenCalledTimes(1))
  expect(window.location.search).toBe('')
  expect(popped).not.toHaveBeenCalled()
})
