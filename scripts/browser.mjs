import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { pinnedNode } from './install.mjs'
import { Refusal, run, toolEnv } from './run.mjs'

/** What every automated Chromium gets: no sandbox (containers), no GPU, and no traffic of its own. */
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
 * The Chromium (or Chrome) to test with: the one CHROMIUM_PATH names, Playwright's own, or one of the
 * system that really starts. Undefined when there is none; a wrong CHROMIUM_PATH is refused instead of
 * being replaced silently.
 * @param {{ env?: NodeJS.ProcessEnv, candidates?: string[] }} [from]
 * @returns {string | undefined}
 */
export function findBrowser({ env = process.env, candidates } = {}) {
  const named = env.CHROMIUM_PATH
  if (named) {
    if (existsSync(named)) return named
    throw new Refusal(`CHROMIUM_PATH is ${named}, and there is no such file.`)
  }
  return (candidates ?? knownBrowsers(env)).find(starts)
}

/**
 * Finds a browser, installing one where that is possible without questions.
 * @param {string} root
 * @returns {Promise<string>}
 */
export async function ensureBrowser(root) {
  const found = findBrowser()
  if (found) return found

  console.log('No Chromium found; installing one (once) …')
  const isRoot = process.getuid?.() === 0
  if (isRoot && existsSync('/usr/bin/apt-get')) {
    const options = { cwd: root, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
    await run('apt-get', ['update', '-qq'], options)
    await run('apt-get', ['install', '-y', '-qq', 'chromium'], options)
    // Ubuntu's package of that name is only a pointer to a snap, so the answer counts, not the exit code.
    const installed = findBrowser()
    if (installed) return installed
  }
  const withLibraries = isRoot && process.platform === 'linux' ? ['--with-deps'] : []
  await run(
    pinnedNode(root),
    ['node_modules/@playwright/test/cli.js', 'install', ...withLibraries, 'chromium'],
    { cwd: root, env: toolEnv(root) },
  )
  const installed = findBrowser()
  if (installed) return installed
  throw new Refusal(
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
