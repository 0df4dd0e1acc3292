// The `prepare` script: sets up the commit hook where people commit. In CI, in an unpacked archive and
// where development packages are left out there is nothing to set up, and that is no failure.
import { existsSync } from 'node:fs'

if (existsSync('.git') && !process.env.CI) {
  const husky = await import('husky').catch(() => undefined)
  const problem = husky?.default()
  if (problem) console.warn(`No commit hook: ${problem}`)
}
