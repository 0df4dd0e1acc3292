import { closeSync, fsyncSync, openSync } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'

/** A new file whose bytes are on the disk; its name is there once its folder was synced (SECURITY-RULES D-2). */
export async function writeDurably(path: string, bytes: Buffer): Promise<void> {
  const handle = await open(path, 'wx', 0o600)
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** From now on the names in this folder survive a cut of the power. */
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
 * Makes a folder for us alone that will be there after a cut of the power, once: a new folder is only a name in
 * another one. Whoever asks while it is being made waits too.
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
