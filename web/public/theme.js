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
