// `npm run release [-- --out DIR] [--without-node]`: a built archive for machines like this one, its
// checksum and its SBOM. The host only unpacks it (docs/operations.md, "Releases").
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureBuilt } from './build.mjs'
import { CliError, main } from './cli.mjs'
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
/** Files of packages for compilers and debuggers only. */
const UNUSED = /\.(map|d\.[cm]?ts)$/

await main(async (root) => {
  const { out = 'dist/release', 'without-node': withoutNode = false } = options()
  await ensureInstalled(root)
  await ensureBuilt(root)

  const { version, devDependencies } = readJson(join(root, 'package.json'))
  const name = `puente-${version}-${platform()}`
  const folder = resolve(process.env.INIT_CWD ?? '.', out)
  mkdirSync(folder, { recursive: true })
  const staging = mkdtempSync(join(folder, '.staging-'))
  try {
    const commit = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).stdout?.trim()
    const facts = { version, commit: commit || null, node: devDependencies.node, platform: platform() }
    writeJson(join(staging, 'release.json'), facts)
    writeJson(
      join(staging, 'sbom.cdx.json'),
      bill(root, { version, node: withoutNode ? undefined : devDependencies.node }),
    )

    const archive = join(staging, `${name}.tar.gz`)
    const paths = [...CONTENT, ...packages(root), ...(withoutNode ? [] : NODE)]
    const list = join(staging, 'files')
    writeFileSync(list, paths.flatMap((path) => filesBelow(root, path)).join('\n'))
    // Without copying: copies of 7,600 files would take most of the time.
    const into = [
      '--transform',
      `s,^,${name}/,`,
      '--owner=0',
      '--group=0',
      '--dereference',
      '--hard-dereference',
    ]
    const made = ['-C', staging, 'release.json', 'sbom.cdx.json']
    execute(
      'tar',
      ['--create', '--gzip', '--file', archive, ...into, '-C', root, '--files-from', list, ...made],
      root,
    )
    const sum = createHash('sha256').update(readFileSync(archive)).digest('hex')
    renameSync(archive, join(folder, `${name}.tar.gz`))
    writeFileSync(join(folder, `${name}.tar.gz.sha256`), `${sum}  ${name}.tar.gz\n`)
    cpSync(join(staging, 'sbom.cdx.json'), join(folder, `${name}.cdx.json`))
    console.log(join(folder, `${name}.tar.gz`))
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
})

function options() {
  try {
    return parseArgs({ options: { out: { type: 'string' }, 'without-node': { type: 'boolean' } } }).values
  } catch (error) {
    throw new CliError(error instanceof Error ? error.message : String(error))
  }
}

/** Packages with native code are built for one operating system, processor and C library. */
function platform() {
  const { glibcVersionRuntime } = /** @type {any} */ (process.report.getReport()).header
  const isMusl = process.platform === 'linux' && glibcVersionRuntime === undefined
  return `${process.platform}${isMusl ? '-musl' : ''}-${process.arch}`
}

/**
 * The folders of the packages that `npm ci --omit=dev` would install here.
 * @param {string} root
 * @returns {string[]}
 */
function packages(root) {
  /** @type {Record<string, { dev?: boolean, optional?: boolean }>} */
  const locked = readJson(join(root, 'package-lock.json')).packages
  return Object.entries(locked)
    .filter(([path, { dev }]) => path !== '' && !dev)
    .filter(([path, { optional }]) => {
      const isHere = existsSync(join(root, path))
      if (!isHere && !optional) throw new CliError(`The package ${path} is missing; run \`npm ci\`.`)
      return isHere
    })
    .map(([path]) => path)
}

/**
 * The files at a path, sorted.
 * @param {string} root
 * @param {string} path
 * @returns {string[]}
 */
function filesBelow(root, path) {
  if (!statSync(join(root, path)).isDirectory()) return [path]
  const isPackage = path.startsWith('node_modules/')
  return (
    readdirSync(join(root, path))
      .sort()
      // Nested packages have their own lines in the lock file.
      .filter((name) => !isPackage || !(name === 'node_modules' || UNUSED.test(name)))
      .flatMap((name) => filesBelow(root, `${path}/${name}`))
  )
}

/**
 * A CycloneDX of all packages: those of the web application are development packages, but part of `dist/`.
 * @param {string} root
 * @param {{ version: string, node: string | undefined }} release
 */
function bill(root, { version, node }) {
  const text = execute('npm', ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application'], root)
  const sbom = JSON.parse(text)
  // npm calls the project by the name of its folder.
  Object.assign(sbom.metadata.component, { name: 'puente', version })
  if (node) {
    const purl = `pkg:generic/node@${node}`
    sbom.components.push({ 'bom-ref': purl, type: 'platform', name: 'node', version: node, purl })
  }
  return sbom
}

/**
 * @param {string} program
 * @param {string[]} args
 * @param {string} cwd
 */
function execute(program, args, cwd) {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 1e8,
  })
  if (status !== 0) throw new CliError(`${program} failed: ${stderr || error?.message}`)
  return stdout
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
