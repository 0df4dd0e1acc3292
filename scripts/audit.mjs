// `npm run audit`: advisories of the packages that we ship, and whether their licences are accepted (V1). Fails when the
// advisories could not be checked.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CliError, main } from '../bin/cli.mjs'

/**
 * Licences that require attribution only; MPL for packages used as published; LGPL only for the image
 * library, which stays a separate file.
 */
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
  'MPL-2.0',
  'PSF-2.0',
  'Unlicense',
])
const LGPL_ONLY = /^@img\/sharp-/
/** Packages without a licence in their manifest; it was read in their folder. */
const READ_BY_HAND = new Map([
  ['png-js', 'MIT'],
  ['xmlhttprequest-ssl', 'MIT'],
])

await main(async (root) => {
  const refused = refusedLicences(root)
  for (const line of refused) console.error(`licence: ${line}`)
  console.log(`Licences: ${refused.length === 0 ? 'all accepted' : `${refused.length} refused`}.`)
  const advisories = knownAdvisories(root)
  for (const line of advisories) console.error(`advisory: ${line}`)
  console.log(`Advisories: ${advisories.length === 0 ? 'none' : advisories.length}.`)
  return refused.length + advisories.length === 0 ? 0 : 1
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
 * High and critical ones. Fails when the registry did not check them: offline, or a mirror without advisories.
 * @param {string} root
 */
function knownAdvisories(root) {
  const args = ['audit', '--json', '--omit=dev']
  const { stdout, error } = spawnSync('npm', args, { cwd: root, encoding: 'utf8' })
  const report = /^\s*\{/.test(stdout) ? JSON.parse(stdout) : {}
  if (!report.vulnerabilities || !report.metadata?.dependencies?.prod) {
    const reason = report.message ?? report.error?.summary ?? error?.message ?? 'npm printed no report'
    throw new CliError(
      `advisories were NOT checked: ${reason}. Run it again where the registry supports 'npm audit'.`,
    )
  }
  /** @type {{ name: string, severity: string }[]} */
  const found = Object.values(report.vulnerabilities)
  const severe = found.filter(({ severity }) => ['high', 'critical'].includes(severity))
  return severe.map(({ name, severity }) => `${name} (${severity})`)
}
