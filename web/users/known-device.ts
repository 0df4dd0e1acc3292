import { DEVICE_KEY } from '#contract/users.ts'

/** The proof that this browser signed in before; kept after a logout. */
export function readKnownDevice(): string | undefined {
  try {
    return localStorage.getItem(DEVICE_KEY) ?? undefined
  } catch {
    return undefined
  }
}

/** A server of the former release returns none. */
export function storeKnownDevice(proof: string | undefined) {
  if (!proof) return
  try {
    localStorage.setItem(DEVICE_KEY, proof)
  } catch {
    // Without storage this browser counts as new at the next sign-in.
  }
}
