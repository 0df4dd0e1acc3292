// `npm run release [-- --out DIR] [--without-node]`: a built archive for machines like this one, its
// checksum and its SBOM. The host only unpacks it (docs/operations.md, "Releases").
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { execute, main } from '../bin/cli.mjs'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'

/** Besides the packages: the files of the Dockerfile, and the documents. */
const CONTENT = [
  'bin',
  'dist/pages',
  'dist/server',
  'dist/web',
  'server/fonts',
  'server/applications/fonts',
  'deploy',
  'docs',
  'package.json',
  '.env.example',
  'CHANGELOG.md',
  'LICENSE',
]
const NODE = ['node_modules/node/package.json', 'node_modules/node/bin']
/** Files for compilers, debuggers, npm and tests only. */
const UNUSED = ['*.map', '*.d.ts', '*.d.mts', '*.d.cts', '.bin', '*.test.ts', 'known-fields.ts']

await main(async (root) => {
  const options = parseArgs({
    options: { out: { type: 'string' }, 'without-node': { type: 'boolean' } },
  }).values
  await ensureInstalled(root)
  await ensureBuilt(root)

  const { version, devDependencies } = readJson(join(root, 'package.json'))
  const node = options['without-node'] ? undefined : devDependencies.node
  const name = `puente-${version}-${platform()}`
  const folder = resolve(process.env.INIT_CWD ?? '.', options.out ?? 'dist/release')
  mkdirSync(folder, { recursive: true })
  const staging = mkdtempSync(join(folder, '.staging-'))
  try {
    const commit = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).stdout?.trim()
    const facts = { version, commit: commit || null, node: devDependencies.node, platform: platform() }
    writeJson(join(staging, 'release.json'), facts)
    writeJson(join(staging, 'sbom.cdx.json'), sbom(root, version, node))

    const archive = join(staging, `${name}.tar.gz`)
    execute('tar', [
      '--create',
      '--gzip',
      `--file=${archive}`,
      `--transform=s,^,${name}/,`,
      '--owner=0',
      '--group=0',
      '--dereference',
      '--hard-dereference',
      ...UNUSED.map((pattern) => `--exclude=${pattern}`),
      ...['-C', staging, 'release.json', 'sbom.cdx.json'],
      ...['-C', root, ...CONTENT, ...packages(root), ...(node ? NODE : [])],
    ])
    const checksum = createHash('sha256').update(readFileSync(archive)).digest('hex')
    renameSync(archive, join(folder, `${name}.tar.gz`))
    writeFileSync(join(folder, `${name}.tar.gz.sha256`), `${checksum}  ${name}.tar.gz\n`)
    cpSync(join(staging, 'sbom.cdx.json'), join(folder, `${name}.cdx.json`))
    console.log(join(folder, `${name}.tar.gz`))
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
})

/** Packages with native code are built for one operating system, processor and C library. */
function platform() {
  const { glibcVersionRuntime } = /** @type {any} */ (process.report.getReport()).header
  const isMusl = process.platform === 'linux' && glibcVersionRuntime === undefined
  return `${process.platform}${isMusl ? '-musl' : ''}-${process.arch}`
}

/**
 * The folders of the packages that `npm ci --omit=dev` would install here; nested packages are inside them.
 * @param {string} root
 */
function packages(root) {
  /** @type {Record<string, { dev?: boolean }>} */
  const locked = readJson(join(root, 'package-lock.json')).packages
  return Object.keys(locked).filter(
    (path) => path.lastIndexOf('node_modules/') === 0 && !locked[path]?.dev && existsSync(join(root, path)),
  )
}

/**
 * A CycloneDX of all packages: those of the web application are development packages, but part of `dist/`.
 * @param {string} root
 * @param {string} version
 * @param {string | undefined} node the version of the Node in the archive
 */
function sbom(root, version, node) {
  const text = execute('npm', ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application'], { cwd: root })
  const made = JSON.parse(text)
  // npm calls the project by the name of its folder.
  Object.assign(made.metadata.component, { name: 'puente', version })
  if (node) {
    const purl = `pkg:generic/node@${node}`
    made.components.push({ 'bom-ref': purl, type: 'platform', name: 'node', version: node, purl })
  }
  return made
}

/** @param {string} file */
function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}

/**
 * @param {string} file
 * @param {unknown} value
 */
function writeJson(file, value) {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)
}
