import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// A busy machine is no failure: waiting ends when the thing is there.
configure({ asyncUtilTimeout: 8000 })

// Not in tests of what the server renders.
if (typeof window !== 'undefined') {
  // jsdom has no layout and so no media queries: none of them matches.
  window.matchMedia ??= (media) =>
    Object.assign(new EventTarget(), {
      media,
      matches: false,
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    })
  window.scrollTo = () => undefined
}

afterEach(cleanup)
