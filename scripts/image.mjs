// `npm run image [-- --base debian]`: the image of the Dockerfile as `puente:VERSION`, by docker, podman or buildah,
// whichever is installed. `--base debian` needs no registry: it builds the base from Debian's packages and the
// pinned Node (`debootstrap` and `buildah`, as root), and it trusts the certificates that this machine trusts.
import { spawnSync } from 'node:child_process'
import { copyFileSync, cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { CliError, main } from './cli.mjs'
import { findProgram } from './engines.mjs'
import { pinnedNode } from './install.mjs'

const BUILDERS = ['docker', 'podman', 'buildah']
const RELEASE = 'bookworm'
const MIRROR = 'http://deb.debian.org/debian'
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt'

await main(async (root) => {
  const { base } = options()
  const builder = base ? 'buildah' : BUILDERS.find((name) => findProgram(name))
  if (!builder) throw new CliError(`No ${BUILDERS.join(', ')}. Debian, Ubuntu: \`apt-get install buildah\`.`)
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const from = base ? ['--build-arg', `NODE_IMAGE=${makeBase(root, version)}`] : []
  // The other format has no health check.
  const format = builder === 'docker' ? [] : ['--format', 'docker']
  execute(builder, ['build', ...format, ...from, '--tag', `puente:${version}`, root])
  console.log(`puente:${version}`)
})

function options() {
  try {
    const { base } = parseArgs({ options: { base: { type: 'string' } } }).values
    if (base !== undefined && base !== 'debian') throw new CliError(`No base '${base}': there is debian.`)
    return { base }
  } catch (error) {
    throw new CliError(error instanceof Error ? error.message : String(error))
  }
}

/**
 * Built once per version.
 * @param {string} root
 * @param {string} version
 */
function makeBase(root, version) {
  const image = `localhost/puente-base:${version}`
  if (spawnSync('buildah', ['inspect', '--type', 'image', image], { stdio: 'ignore' }).status === 0)
    return image
  const folder = mkdtempSync(join(tmpdir(), 'puente-base-'))
  try {
    execute('debootstrap', ['--variant=minbase', '--include=ca-certificates', RELEASE, folder, MIRROR])
    copyFileSync(realpathSync(CERTIFICATES), join(folder, CERTIFICATES))
    copyFileSync(pinnedNode(root), join(folder, 'usr/local/bin/node'))
    cpSync(npmFolder(), join(folder, 'usr/local/lib/npm'), { recursive: true, dereference: true })
    symlinkSync('../lib/npm/bin/npm-cli.js', join(folder, 'usr/local/bin/npm'))
    execute('chroot', [folder, 'useradd', '--uid', '1000', '--user-group', '--create-home', 'node'])
    const container = output('buildah', ['from', 'scratch'])
    execute('buildah', ['add', '--quiet', container, folder, '/'])
    execute('buildah', ['config', '--env', 'NODE_USE_SYSTEM_CA=1', container])
    execute('buildah', ['commit', '--quiet', '--rm', container, image])
    return image
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function npmFolder() {
  const npm = findProgram('npm')
  if (!npm) throw new CliError('No npm.')
  // bin/npm-cli.js
  return dirname(dirname(realpathSync(npm)))
}

/** @param {string} program @param {string[]} args */
function execute(program, args) {
  const { status, error } = spawnSync(program, args, { stdio: ['ignore', 'inherit', 'inherit'] })
  if (status !== 0) throw new CliError(`${program} ${args[0]} failed${error ? `: ${error.message}` : ''}.`)
}

/** @param {string} program @param {string[]} args */
function output(program, args) {
  const { status, stdout } = spawnSync(program, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (status !== 0) throw new CliError(`${program} ${args[0]} failed.`)
  return stdout.trim()
}
