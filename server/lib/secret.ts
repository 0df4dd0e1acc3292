import { createHmac, hash, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { syncFolderNow } from './durable.ts'
import { StartError } from './errors.ts'

/** The token secret of this data directory: created once, readable by its owner only. */
export function readSecret(dataDir: string): string {
  const file = join(dataDir, 'secret')
  if (!existsSync(file)) {
    writeFileSync(file, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx', flush: true })
    syncFolderNow(dataDir)
  }
  if ((statSync(file).mode & 0o077) !== 0)
    throw new StartError(`${file} can be read by others. Run: chmod 600 ${file}`)
  const secret = readFileSync(file, 'utf8').trim()
  if (secret.length < 32)
    throw new StartError(`${file} is too short. Remove it to sign everybody out and start again.`)
  return secret
}

/** Compares in constant time, independent of the secret's length. */
export const isSecret = (candidate: string, secret: string): boolean =>
  timingSafeEqual(hash('sha256', candidate, 'buffer'), hash('sha256', secret, 'buffer'))

/** A keyed hash of 132 bits, for one purpose: stands for personal data outside of the database (G16). */
export function createKeyedHash(secret: string, purpose: string): (text: string) => string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
  return (text) => createHmac('sha256', key).update(text).digest('base64url').slice(0, 22)
}
