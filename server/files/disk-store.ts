import { randomUUID } from 'node:crypto'
import { mkdir, open, opendir, rename, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { createFolder, syncFolder, writeDurably } from '../lib/durable.ts'
import type { FileStore } from './file-store.ts'

const SMALL_BYTES = 256 * 1024
/** Unfinished folders; on the same file system, which the rename requires. */
const UNFINISHED = 'unfinished-'

/** Files in a folder of the data directory (docs/decisions/0006-own-disk-store.md gives the reasons). */
export function createFileStore(root: string): FileStore {
  const rootIsThere = createFolder(root)
  return {
    async put(folder, files) {
      await rootIsThere()
      const unfinished = join(root, UNFINISHED + randomUUID())
      await mkdir(unfinished, { recursive: true, mode: 0o700 })
      try {
        for (const [name, bytes] of Object.entries(files)) await writeDurably(join(unfinished, name), bytes)
        await syncFolder(unfinished)
        await rename(unfinished, join(root, folder))
        await syncFolder(root)
      } catch (error) {
        await rm(unfinished, { recursive: true, force: true })
        throw error
      }
    },

    async read(folder, file) {
      const handle = await open(join(root, folder, file)).catch(undefinedIfMissing)
      if (!handle) return undefined
      try {
        const { size } = await handle.stat()
        if (size > SMALL_BYTES) return handle.createReadStream()
        const bytes = await handle.readFile()
        await handle.close()
        return bytes
      } catch (error) {
        await handle.close()
        throw error
      }
    },

    deleteFolder: (folder) => rm(join(root, folder), { recursive: true, force: true }),

    async *listFolders() {
      const folders = await opendir(root).catch(undefinedIfMissing)
      if (folders) for await (const entry of folders) yield entry.name
    },

    storedAt: async (folder) => (await stat(join(root, folder)).catch(undefinedIfMissing))?.mtime,

    async freeBytes() {
      await rootIsThere()
      const { bavail, bsize } = await statfs(root)
      return bavail * bsize
    },
  }
}

function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
