// The `prepare` script: sets up the commit hook in a checkout. In CI, in an unpacked archive and
// without development packages there is nothing to set up, which is no failure.
import { existsSync } from 'node:fs'

if (existsSync('.git') && !process.env.CI) {
  const husky = await import('husky').catch(() => undefined)
  const problem = husky?.default()
  if (problem) console.warn(`No commit hook: ${problem}`)
}
