import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, delimiter, join } from 'node:path'
import { withLock } from './lock.mjs'
import { Refusal, run } from './run.mjs'

/**
 * Installs the packages of the lock file unless exactly these are installed. Says nothing when there is
 * nothing to do.
 * @param {string} root
 */
export async function ensureInstalled(root) {
  if (isInstalled(root)) return
  await withLock(root, async () => {
    if (isInstalled(root)) return
    if (matchesLockFile(root) && runsPinnedNode(root)) return recordInstall(root)
    await install(root)
  })
}

/**
 * The Node that the npm package `node` puts into the project; the one that runs us stands in when that
 * binary does not run on this machine and ours is of the same major version.
 * @param {string} root
 */
export function pinnedNode(root) {
  const pinned = pinnedNodePath(root)
  return existsSync(pinned) ? pinned : process.execPath
}

/** @param {string} root */
function isInstalled(root) {
  try {
    return readFileSync(stampPath(root), 'utf8') === stamp(root) && hasNode(root)
  } catch {
    return false
  }
}

/** @param {string} root */
async function install(root) {
  // `npm ci` empties the folder; through a link it would empty somebody else's.
  if (lstatSync(join(root, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new Refusal(
      'node_modules is a link and does not fit package-lock.json: run `npm ci` where it points to.',
    )
  }
  console.log('Installing packages (once, about a minute) …')
  rmSync(stampPath(root), { force: true })
  // Types, the build and the pinned Node are development packages: NODE_ENV must not leave them out.
  // Only errors: some packages warn of an older Node, but none of them will ever run on it.
  const code = await npm(root, ['ci', '--include=dev', '--include=optional', '--loglevel=error'])
  if (code !== 0) {
    throw new Refusal(
      `Installing failed (npm ci ended with ${code}; its own lines are above). Check the network and the free disk space, then run the same command again.`,
    )
  }
  // A machine may forbid install scripts; this is the one package that needs its own.
  if (!runsPinnedNode(root)) await npm(root, ['rebuild', 'node', '--ignore-scripts=false'])
  if (!runsPinnedNode(root)) {
    rmSync(pinnedNodePath(root), { force: true })
    if (!hasNode(root)) {
      const pinned = pinnedVersion(root)
      throw new Refusal(
        `The npm package node@${pinned} brought no Node that runs here. Install Node ${pinned} yourself and run the same command with it.`,
      )
    }
  }
  recordInstall(root)
}

/**
 * npm runs on the Node that started it, never on the one in node_modules that it is about to delete.
 * @param {string} root
 * @param {string[]} args
 */
function npm(root, args) {
  const bin = join(root, 'node_modules', '.bin')
  const PATH = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder !== bin)
    .join(delimiter)
  const { npm_execpath: cli, npm_node_execpath: node } = process.env
  const options = { cwd: root, env: { ...process.env, PATH } }
  if (cli && node && basename(cli) === 'npm-cli.js' && !node.startsWith(join(root, 'node_modules'))) {
    return run(node, [cli, ...args], options)
  }
  // On Windows npm is a .cmd file, which only a shell can start.
  return run('npm', args, { ...options, shell: process.platform === 'win32' })
}

/**
 * What npm says it installed is what the lock file lists: somebody ran `npm install` or `npm ci` by hand.
 * @param {string} root
 */
function matchesLockFile(root) {
  try {
    const wanted = readPackages(join(root, 'package-lock.json'))
    const installed = readPackages(join(root, 'node_modules', '.package-lock.json'))
    return (
      Object.entries(wanted).every(
        ([path, entry]) =>
          path === '' || installed[path]?.version === entry.version || (!installed[path] && entry.optional),
      ) && Object.keys(installed).every((path) => wanted[path])
    )
  } catch {
    return false
  }
}

/**
 * @param {string} path
 * @returns {Record<string, { version?: string, optional?: boolean }>}
 */
function readPackages(path) {
  return JSON.parse(readFileSync(path, 'utf8')).packages
}

/** @param {string} root */
function hasNode(root) {
  return existsSync(pinnedNodePath(root)) || majorOf(process.versions.node) === majorOf(pinnedVersion(root))
}

/** @param {string} version */
function majorOf(version) {
  return version.split('.')[0]
}

/** @param {string} root */
function runsPinnedNode(root) {
  const { stdout } = spawnSync(pinnedNodePath(root), ['--version'], { encoding: 'utf8' })
  return stdout?.trim() === `v${pinnedVersion(root)}`
}

/**
 * @param {string} root
 * @returns {string}
 */
function pinnedVersion(root) {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).devDependencies.node
}

/** @param {string} root */
function pinnedNodePath(root) {
  return join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
}

/** @param {string} root */
function recordInstall(root) {
  writeFileSync(stampPath(root), stamp(root))
}

// It stands in node_modules, so that removing that folder removes it too.
/** @param {string} root */
function stampPath(root) {
  return join(root, 'node_modules', '.installed-lock')
}

/** @param {string} root */
function stamp(root) {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  return `${lock} ${process.platform}-${process.arch}\n`
}
