import { closeSync, fsyncSync, openSync } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Writes a synced file; its name is durable only after its folder is synced (D-2). */
export async function writeDurably(path: string, bytes: Buffer): Promise<void> {
  const handle = await open(path, 'wx', 0o600)
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Makes the names in this folder durable. */
export async function syncFolder(path: string): Promise<void> {
  const handle = await open(path)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** For the start of the process. */
export function syncFolderNow(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/**
 * Creates a durable private folder once: a new folder is only an entry of its parent, which is synced too. Concurrent
 * callers wait for the same creation.
 */
export function createFolder(path: string): () => Promise<void> {
  let made: Promise<void> | undefined
  const make = async () => {
    const first = await mkdir(path, { recursive: true, mode: 0o700 })
    if (first !== undefined) await syncFolder(dirname(first))
  }
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined
      throw error
    })
    return made
  }
}
