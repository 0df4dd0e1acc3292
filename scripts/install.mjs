import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { CliError, pinnedNode, pinnedNodePath, run } from '../bin/cli.mjs'

/**
 * Installs the packages of package-lock.json unless they are installed.
 * @param {string} root
 */
export async function ensureInstalled(root) {
  if (isInstalled(root)) return
  console.log('Installing packages (once, about a minute) …')
  // The build, the types and the pinned Node are development packages, whatever NODE_ENV says.
  const code = await npm(root, ['ci', '--include=dev', '--include=optional', '--loglevel=error'])
  if (code !== 0)
    throw new CliError('npm ci failed (see above). Check network and disk space, then run it again.')
  // npm may be configured to skip install scripts; the package `node` needs its own.
  if (!runs(pinnedNodePath(root))) await npm(root, ['rebuild', 'node', '--ignore-scripts=false'])
  if (!runs(pinnedNode(root))) throw new CliError('The npm package `node` has no Node for this machine.')
}

/**
 * Installs Debian packages where that needs no confirmation: as root, with apt-get.
 * @param {string[]} names
 */
export async function installSystemPackages(names) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  console.log(`Installing ${names.join(' and ')} (once) …`)
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  await run('apt-get', ['update', '-qq'], options)
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], options)
}

/**
 * Compares npm's list of installed packages with the lock file.
 * @param {string} root
 */
function isInstalled(root) {
  const wanted = lockedPackages(join(root, 'package-lock.json'))
  const installed = lockedPackages(join(root, 'node_modules', '.package-lock.json'))
  const isThere = (/** @type {string} */ path) =>
    installed[path] ? installed[path].version === wanted[path]?.version : wanted[path]?.optional
  return (
    Object.keys(wanted).every((path) => path === '' || isThere(path)) &&
    Object.keys(installed).every((path) => wanted[path]) &&
    existsSync(pinnedNode(root))
  )
}

/**
 * @param {string} path
 * @returns {Record<string, { version?: string, optional?: boolean }>}
 */
function lockedPackages(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : {}
}

/**
 * Without node_modules/.bin in PATH: npm must not run on the Node that it is about to delete.
 * @param {string} root
 * @param {string[]} args
 */
function npm(root, args) {
  const bin = join(root, 'node_modules', '.bin')
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== bin)
  const env = { ...process.env, PATH: folders.join(delimiter) }
  // On Windows npm is a .cmd file, which only a shell can start.
  return run('npm', args, { cwd: root, env, shell: process.platform === 'win32' })
}

/** @param {string} path */
function runs(path) {
  return spawnSync(path, ['--version']).status === 0
}
