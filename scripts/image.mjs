// `npm run image [-- --base debian]`: the image of the Dockerfile as `puente:VERSION`, by docker, podman or buildah,
// whichever is installed. `--base debian` needs no registry: it builds the base from Debian's packages and the
// pinned Node (`debootstrap` and `buildah`, as root), and it trusts the certificates that this machine trusts.
import { spawnSync } from 'node:child_process'
import { copyFileSync, cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { CliError, execute, main, pinnedNode } from '../bin/cli.mjs'
import { findProgram } from './engines.mjs'

const BUILDERS = ['docker', 'podman', 'buildah']
const RELEASE = 'bookworm'
const MIRROR = 'http://deb.debian.org/debian'
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt'
/** @type {import('node:child_process').SpawnSyncOptions} */
const PRINTED = { stdio: ['ignore', 'inherit', 'inherit'] }

await main(async (root) => {
  const { base } = parseArgs({ options: { base: { type: 'string' } } }).values
  if (base !== undefined && base !== 'debian') throw new CliError(`No base '${base}': there is debian.`)
  const builder = base ? 'buildah' : BUILDERS.find((name) => findProgram(name))
  if (!builder) throw new CliError(`No ${BUILDERS.join(', ')}. Debian, Ubuntu: \`apt-get install buildah\`.`)
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const from = base ? ['--build-arg', `NODE_IMAGE=${ensureBase(root, version)}`] : []
  // The other format has no health check.
  const format = builder === 'docker' ? [] : ['--format', 'docker']
  execute(builder, ['build', ...format, ...from, '--tag', `puente:${version}`, root], PRINTED)
  console.log(`puente:${version}`)
})

/**
 * @param {string} root
 * @param {string} version
 */
function ensureBase(root, version) {
  const image = `localhost/puente-base:${version}`
  if (spawnSync('buildah', ['inspect', '--type', 'image', image], { stdio: 'ignore' }).status === 0)
    return image
  const folder = mkdtempSync(join(tmpdir(), 'puente-base-'))
  try {
    const debian = ['--variant=minbase', '--include=ca-certificates', RELEASE, folder, MIRROR]
    execute('debootstrap', debian, PRINTED)
    copyFileSync(realpathSync(CERTIFICATES), join(folder, CERTIFICATES))
    copyFileSync(pinnedNode(root), join(folder, 'usr/local/bin/node'))
    cpSync(npmFolder(), join(folder, 'usr/local/lib/npm'), { recursive: true, dereference: true })
    symlinkSync('../lib/npm/bin/npm-cli.js', join(folder, 'usr/local/bin/npm'))
    const user = ['--uid', '1000', '--user-group', '--create-home', 'node']
    execute('chroot', [folder, 'useradd', ...user], PRINTED)
    const container = execute('buildah', ['from', 'scratch']).trim()
    execute('buildah', ['add', '--quiet', container, folder, '/'], PRINTED)
    execute('buildah', ['config', '--env', 'NODE_USE_SYSTEM_CA=1', container], PRINTED)
    execute('buildah', ['commit', '--quiet', '--rm', container, image], PRINTED)
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
