import { randomBytes } from 'node:crypto'
import { createKeyedHash, isSecret } from '../lib/secret.ts'

/** The cap of accounts that share a browser. */
const MAX_PROOFS = 3
const PROOF = /^([\w-]{22})\.([\w-]{22})$/

export type KnownDevices = ReturnType<typeof createKnownDevices>

/**
 * Devices that signed in to an account before. The device stores one proof for each of its accounts: an id, and a keyed
 * hash of id and e-mail. The server stores nothing; a proof grants no access and does not reveal its account.
 */
export function createKnownDevices(secret: string, ...others: string[]) {
  const hashes = [secret, ...others].map((key) => createKeyedHash(key, 'puente devices'))

  function idOf(proof: string, email: string): string | undefined {
    const [, id = '', hash = ''] = PROOF.exec(proof) ?? []
    return hashes.some((hashOf) => isSecret(hash, hashOf(`${id} ${email}`))) ? id : undefined
  }

  const find = (proofs: string, email: string) =>
    proofs
      .split(' ', MAX_PROOFS)
      .map((proof) => idOf(proof, email))
      .find((id) => id !== undefined)

  return {
    /** A keyed hash for comparisons only; different after a rotation of secrets. */
    hashOf: (text: string): string => hashes[0]?.(text) ?? '',

    /** The id of a device that has signed in to this account. */
    find: (proofs: string | undefined, email: string): string | undefined =>
      proofs === undefined ? undefined : find(proofs, email),

    /** The proofs to store after a sign-in: that of this account first, then those of other accounts. */
    add(proofs = '', email: string): string {
      const id = find(proofs, email) ?? randomBytes(16).toString('base64url')
      const others = proofs
        .split(' ', MAX_PROOFS)
        .filter((proof) => PROOF.test(proof) && idOf(proof, email) === undefined)
      return [`${id}.${hashes[0]?.(`${id} ${email}`)}`, ...others].slice(0, MAX_PROOFS).join(' ')
    },
  }
}
