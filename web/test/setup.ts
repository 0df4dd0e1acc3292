import '@testing-library/jest-dom/vitest'
import { cleanup, configure, getConfig } from '@testing-library/react'
import { afterEach } from 'vitest'
import { firstToast } from '../ui/toast.ts'

const { asyncWrapper } = getConfig()
const queueImmediate = setImmediate

configure({
  // Long timeouts, so that a busy machine is no failure.
  asyncUtilTimeout: 15_000,
  // React queues renders and effects with setImmediate. A busy machine runs the timer that Testing Library awaits first.
  asyncWrapper: (run) =>
    asyncWrapper(async () => {
      const result = await run()
      await new Promise<void>((resolve) => queueImmediate(resolve))
      return result
    }),
})

// Not in tests of server rendering.
if (typeof window !== 'undefined') {
  // jsdom has no layout: no media query matches, and no size ever changes.
  window.matchMedia ??= (media) =>
    Object.assign(new EventTarget(), {
      media,
      matches: false,
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    })
  window.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  // Every element is in view.
  window.IntersectionObserver ??= class {
    readonly #callback: IntersectionObserverCallback
    constructor(callback: IntersectionObserverCallback) {
      this.#callback = callback
    }
    observe() {
      this.#callback([{ isIntersecting: true } as IntersectionObserverEntry], this as never)
    }
    disconnect() {}
  } as never
  window.scrollTo = () => undefined
}

afterEach(async () => {
  cleanup()
  // The next list of toasts would show unexpired ones again.
  if (firstToast.isShown()) (await import('sonner')).toast.dismiss()
})
