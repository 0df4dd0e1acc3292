import { databaseFault } from '../lib/db.ts'

const MAX_TRIES = 4

/** Retries a handler whose transaction lost against another one and was rolled back (deadlock, serialisation). */
export async function retryRolledBack<T>(act: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await act()
    } catch (error) {
      if (tries >= MAX_TRIES || databaseFault(error) !== 'retry') throw error
    }
  }
}
