import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import type { FileStore } from '../server/files/file-store.ts'
import type { WorldFile } from './world-types.ts'

/** `files/{kind}/{name}/` holds an upload as the file store does: `full.webp`, `960.webp`, … or `full.pdf`. */
export const FILES_DIR = join(import.meta.dirname, 'files')

/** Pixels of `full.webp` by kind. */
const SIZES: Record<string, { width: number; height: number }> = {
  pictures: { width: 1280, height: 800 },
  avatars: { width: 400, height: 400 },
  logos: { width: 256, height: 256 },
}

/** Most of the time goes to waiting for the disk. */
const CONCURRENCY = 16

type Content = Record<string, Buffer>

/** Copies the committed files into the file store; returns the bytes of each upload by its name. */
export async function storeFiles(store: FileStore, files: WorldFile[]): Promise<Map<string, number>> {
  const contents = new Map<string, Promise<Content>>()
  const bytes = new Map<string, number>()
  await pLimit(CONCURRENCY).map(files, async ({ name, source, contentType }) => {
    const pending = contents.get(source) ?? readContent(source)
    contents.set(source, pending)
    const content = await pending
    const folder = name.replace(/\.\w+$/, '')
    // An interrupted run may have left it behind.
    await store.deleteFolder(folder)
    await store.put(folder, content, contentType)
    bytes.set(
      name,
      Object.values(content).reduce((sum, { length }) => sum + length, 0),
    )
  })
  return bytes
}

async function readContent(source: string): Promise<Content> {
  const folder = join(FILES_DIR, source)
  const names = await readdir(folder)
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name))] as const)),
  )
}

export const sizeOf = (source: string): { width: number | null; height: number | null } =>
  SIZES[source.split('/')[0] ?? ''] ?? { width: null, height: null }
