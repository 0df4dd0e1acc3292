// `npm run audit`: known holes of the packages that we ship, and whether their licences are ones that we accept
// (docs/security-rules.md, V1).
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { main } from './cli.mjs'

/** Ask for no more than naming the author; LGPL is only in the image library, which stays a file of its own. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'Unlicense',
])
const LGPL_ONLY = /^@img\/sharp-/
/** Packages whose manifest names no licence; it was read in their folder. */
const READ_BY_HAND = new Map([
  ['png-js', 'MIT'],
  ['xmlhttprequest-ssl', 'MIT'],
])

await main(async (root) => {
  const refused = refusedLicences(root)
  for (const line of refused) console.error(`licence: ${line}`)
  const holes = knownHoles(root)
  for (const line of holes ?? []) console.error(`advisory: ${line}`)
  console.log(`Licences: ${refused.length === 0 ? 'all accepted' : `${refused.length} refused`}.`)
  console.log(
    holes === undefined
      ? 'Advisories: not checked, the registry does not answer that question.'
      : `Advisories: ${holes.length === 0 ? 'none' : holes.length}.`,
  )
  return refused.length + (holes?.length ?? 0) === 0 ? 0 : 1
})

/** @param {string} root */
function refusedLicences(root) {
  /** @type {Record<string, { dev?: boolean, devOptional?: boolean, license?: string }>} */
  const packages = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  return Object.entries(packages).flatMap(([path, { dev, devOptional, license }]) => {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    if (path === '' || dev || devOptional) return []
    const found = license ?? READ_BY_HAND.get(name) ?? 'unknown'
    const words = found.replaceAll(/[()]/g, '').split(/ AND | OR /)
    const isFine = words.every(
      (word) => ALLOWED.has(word) && (!word.startsWith('LGPL') || LGPL_ONLY.test(name)),
    )
    return isFine ? [] : [`${name}: ${found}`]
  })
}

/**
 * High and critical ones; undefined when the registry does not answer (a mirror often cannot).
 * @param {string} root
 */
function knownHoles(root) {
  const { stdout } = spawnSync('npm', ['audit', '--json', '--omit=dev'], { cwd: root, encoding: 'utf8' })
  const report = parsed(stdout)
  if (!report?.vulnerabilities) return undefined
  /** @type {{ name: string, severity: string }[]} */
  const found = Object.values(report.vulnerabilities)
  return found
    .filter(({ severity }) => ['high', 'critical'].includes(severity))
    .map(({ name, severity }) => `${name} (${severity})`)
}

/** @param {string | null} text */
function parsed(text) {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}
