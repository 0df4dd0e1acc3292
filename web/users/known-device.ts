import { DEVICE_KEY } from '#contract/users.ts'

/** The proof that this browser signed in before; it stays after a logout. */
export function readKnownDevice(): string | undefined {
  try {
    return localStorage.getItem(DEVICE_KEY) ?? undefined
  } catch {
    return undefined
  }
}

/** A server of a former version returns none. */
export function storeKnownDevice(proof: string | undefined) {
  if (!proof) return
  try {
    localStorage.setItem(DEVICE_KEY, proof)
  } catch {
    // Without storage this browser is unknown at the next sign-in.
  }
}
