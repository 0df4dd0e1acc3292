import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pLimit from 'p-limit'
import { nextTurn } from '../lib/turns.ts'

type Chunk = { file: string; imports?: string[] }

/** Imports a source file of web/ from its build. */
export type ImportBuilt = (source: string) => Promise<unknown>

/**
 * Each chunk is imported in a turn of the event loop of its own, after those that it imports: all at once, compiling them
 * takes twice the longest allowed pause (X1).
 */
export function createBuiltImport(folder: string): ImportBuilt {
  const manifest: Record<string, Chunk> = JSON.parse(
    readFileSync(join(folder, '.vite/manifest.json'), 'utf8'),
  )
  const oneAtATime = pLimit(1)
  const imported = new Set<string>()
  const importChunk = (key: string): Promise<unknown> =>
    import(pathToFileURL(join(folder, manifest[key]?.file ?? key)).href)

  async function importInTurns(key: string): Promise<void> {
    if (imported.has(key)) return
    imported.add(key)
    for (const next of manifest[key]?.imports ?? []) await importInTurns(next)
    await nextTurn()
    await importChunk(key)
  }

  return async (source) => {
    if (!imported.has(source) || oneAtATime.activeCount > 0) {
      await oneAtATime(() => importInTurns(source))
      await nextTurn()
    }
    return importChunk(source)
  }
}
