import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { CliError, pinnedNode, projectEnv, run } from '../bin/cli.mjs'
import { installSystemPackages } from './install.mjs'

/** Besides Playwright's own, for every automated Chromium. */
export const CHROMIUM_ARGS = [
  '--disable-gpu',
  '--disable-quic',
  // Headless mode defaults to no hinting, with letter widths unlike any desktop: loading fonts would shift the text.
  '--font-render-hinting=slight',
]

/** Debian's headless shell: the same tests take 22 % less processor time, and no tab is throttled in the background. */
const LIGHTEST = 'chromium-headless-shell'

/** Has the letter widths of Arial, to which the fallback of the web fonts is fitted. */
const FONTS = 'fonts-liberation'

/**
 * The Chromium or Chrome for the tests: CHROMIUM_PATH, Playwright's own, or the first of the system that starts.
 * A wrong CHROMIUM_PATH is an error.
 * @param {{ env?: NodeJS.ProcessEnv, candidates?: string[] }} [from]
 * @returns {string | undefined}
 */
export function findBrowser({ env = process.env, candidates } = {}) {
  const named = env.CHROMIUM_PATH
  if (named) {
    if (existsSync(named)) return named
    throw new CliError(`CHROMIUM_PATH is ${named}, and there is no such file.`)
  }
  return (candidates ?? knownBrowsers(env)).find(starts)
}

export function requireBrowser() {
  const found = findBrowser()
  if (found) return found
  throw new CliError(
    'No Chromium. Install one (Debian, Ubuntu: `apt-get install chromium`; elsewhere: ' +
      '`npx playwright install --with-deps chromium`, or Google Chrome), or set CHROMIUM_PATH to an existing one.',
  )
}

/**
 * Finds a browser, or installs one; Debian's headless shell also beside its full Chromium.
 * @param {string} root
 * @returns {Promise<string>}
 */
export async function ensureBrowser(root) {
  const found = findBrowser()
  if (found && !hasLighterPackage(found)) return found

  for (const name of [LIGHTEST, 'chromium']) {
    await installSystemPackages([name, FONTS])
    // Ubuntu's `chromium` installs a snap without a browser and still exits with 0: check again.
    const packaged = findBrowser()
    if (packaged) return packaged
  }

  const withLibraries = process.getuid?.() === 0 && process.platform === 'linux' ? ['--with-deps'] : []
  await run(
    pinnedNode(root),
    ['node_modules/@playwright/test/cli.js', 'install', ...withLibraries, 'chromium'],
    { cwd: root, env: projectEnv(root) },
  )
  return requireBrowser()
}

/**
 * Whether it is Debian's Chromium, beside which the headless shell can be installed.
 * @param {string} browser
 */
const hasLighterPackage = (browser) =>
  browser === '/usr/bin/chromium' && !process.env.CHROMIUM_PATH && existsSync('/usr/lib/chromium')

/** @param {NodeJS.ProcessEnv} env */
function knownBrowsers(env) {
  const names = [LIGHTEST, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
  const folders = ['/usr/bin', ...(env.PATH ?? '').split(delimiter)]
  return [
    ...playwrightBrowser(),
    ...names.flatMap((name) => folders.map((folder) => join(folder, name))),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  ]
}

/** @returns {string[]} */
function playwrightBrowser() {
  try {
    return [createRequire(import.meta.url)('@playwright/test').chromium.executablePath()]
  } catch {
    // Playwright is not installed.
    return []
  }
}

/** @param {string} path */
function starts(path) {
  if (!existsSync(path)) return false
  // On Windows `--version` opens a window.
  if (process.platform === 'win32') return true
  return spawnSync(path, ['--version', '--no-sandbox'], { stdio: 'ignore', timeout: 20_000 }).status === 0
}
