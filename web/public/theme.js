// Runs before the first paint, from a file of its own because the security policy forbids inline scripts:
// sets the remembered theme, and hides the visitor's buttons from someone who is signed in.
;(() => {
  try {
    const root = document.documentElement
    const theme = localStorage.getItem('theme')
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
    if (localStorage.getItem('token')) root.dataset.session = 'kept'
  } catch (_) {
    // Storage may be forbidden: then the system's theme counts.
  }
})()

// What can be read comes first: a public page only names its code (web/document.ts), which is fetched
// once the page has been painted.
addEventListener('DOMContentLoaded', () => {
  const code = [...document.getElementsByTagName('link')].filter(({ rel }) => rel === 'later')
  const entry = code.find(({ dataset }) => 'entry' in dataset)
  if (!entry) return
  const start = () => {
    for (const link of code) link.rel = 'modulepreload'
    import(entry.href)
  }
  new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
  // Nothing is painted in a tab that nobody looks at.
  addEventListener('load', () => setTimeout(start, 500))
})
