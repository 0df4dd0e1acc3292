import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { CliError, projectEnv, run } from './cli.mjs'
import { installSystemPackages, pinnedNode } from './install.mjs'

/** For every automated Chromium: no sandbox (containers), no GPU, no background traffic. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

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

/**
 * Finds a browser, or installs one.
 * @param {string} root
 * @returns {Promise<string>}
 */
export async function ensureBrowser(root) {
  const found = findBrowser()
  if (found) return found

  // Ubuntu's package of that name only points to a snap: what can be found counts, not the exit code.
  await installSystemPackages(['chromium'])
  const packaged = findBrowser()
  if (packaged) return packaged

  const withLibraries = process.getuid?.() === 0 && process.platform === 'linux' ? ['--with-deps'] : []
  await run(
    pinnedNode(root),
    ['node_modules/@playwright/test/cli.js', 'install', ...withLibraries, 'chromium'],
    { cwd: root, env: projectEnv(root) },
  )
  const downloaded = findBrowser()
  if (downloaded) return downloaded
  throw new CliError(
    'No Chromium for the browser tests. Install one (Debian, Ubuntu: `apt-get install chromium`; elsewhere: ' +
      '`npx playwright install --with-deps chromium`, or Google Chrome), or set CHROMIUM_PATH to an existing one.',
  )
}

/** @param {NodeJS.ProcessEnv} env */
function knownBrowsers(env) {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
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
    // Nothing is installed yet.
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
