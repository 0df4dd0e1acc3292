import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

export type SecretBox = ReturnType<typeof createSecretBox>

/** Encrypts stored secrets, bound to their owner; `others` decrypt older values while secrets are rotated. */
export function createSecretBox(secret: string, ...others: string[]) {
  const deriveKey = (from: string) => Buffer.from(hkdfSync('sha256', from, '', 'puente second factors', 32))
  const key = deriveKey(secret)
  const keys = [key, ...others.map(deriveKey)]
  return {
    seal(text: string, owner: string): string {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(owner))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
    },

    /** Undefined if it was encrypted with another secret or for another owner. */
    open(sealed: string, owner: string): string | undefined {
      const bytes = Buffer.from(sealed, 'base64url')
      for (const candidate of keys) {
        try {
          const decipher = createDecipheriv(ALGORITHM, candidate, bytes.subarray(0, NONCE_BYTES))
          decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
          const rest = bytes.subarray(NONCE_BYTES + TAG_BYTES)
          return Buffer.concat([decipher.update(rest), decipher.final()]).toString('utf8')
        } catch {
          // Encrypted with another secret.
        }
      }
      return undefined
    },
  }
}
