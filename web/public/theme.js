// Runs before the first paint, as a separate file because the security policy forbids inline scripts:
// sets the stored theme, hides Login and Register from people who are signed in, and reserves the place of the notice for
// those with an unconfirmed address.
;(() => {
  try {
    const root = document.documentElement
    const theme = localStorage.getItem('theme')
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
    if (!localStorage.getItem('token')) return
    root.dataset.session = 'stored'
    if (localStorage.getItem('unconfirmed')) root.dataset.unconfirmed = ''
  } catch (_) {
    // Without access to storage the system's theme applies.
  }
})()

// Replays a press on a button after hydration; only the last one, and no form is sent twice.
;(() => {
  /** @type {HTMLButtonElement | null} */
  let pressed = null
  /** @param {MouseEvent} event */
  const remember = (event) => {
    pressed = event.target instanceof Element ? event.target.closest('button') : null
    if (pressed) event.preventDefault()
  }
  addEventListener('click', remember, true)
  new MutationObserver((_, observer) => {
    observer.disconnect()
    removeEventListener('click', remember, true)
    if (pressed?.isConnected) pressed.click()
  }).observe(document.documentElement, { attributeFilter: ['data-hydrated'] })
})()

// A public page only lists its code (web/document.ts), which is fetched after the first paint (decision 24).
addEventListener('DOMContentLoaded', () => {
  const code = [...document.getElementsByTagName('link')].filter(({ rel }) => rel === 'later')
  const entry = code.find(({ dataset }) => 'entry' in dataset)
  if (!entry) return
  const start = () => {
    for (const link of code) link.rel = 'modulepreload'
    import(entry.href)
  }
  new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
  // A background tab is not painted.
  addEventListener('load', () => setTimeout(start, 500))
})
