import { availableParallelism } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import type { FileStore } from '../server/files/file-store.ts'
import type { Services } from '../server/lib/services.ts'
import { drawTaskOf } from './draw-task.ts'
import { type Artist, ArtistAway, startArtist } from './start-artist.ts'
import type { World, WorldFile } from './world-types.ts'

/** One more than there are cores, so that somebody draws while somebody waits for the disk. */
const AT_ONCE = availableParallelism() + 1

/**
 * Draws the files of the demo world that are not there yet: in a process of its own and a few at a time, but what is
 * asked for at once. A row without bytes is not drawn; so whoever was stopped in the middle goes on with the next start.
 */
export async function createDrawing(
  { db, files, log }: Pick<Services, 'db' | 'files' | 'log'>,
  world: World,
  artist: Artist = startArtist(log),
) {
  const names = new Set((await undrawn()).map(({ name }) => name))
  const missing = new Map(
    world.files.filter(({ name }) => names.has(name)).map((file) => [folderOf(file.name), file]),
  )
  const ours = new Set(missing.keys())
  const underWay = new Map<string, Promise<void>>()
  const stopping = new AbortController()

  function undrawn() {
    return db.selectFrom('files').select('name').where('bytes', '=', 0).execute()
  }

  /** Until this one is there, or cannot be drawn. Rejects with `ArtistAway` when it can be later. */
  async function drawn(folder: string): Promise<void> {
    const file = missing.get(folder)
    if (file) {
      missing.delete(folder)
      underWay.set(
        folder,
        store(folder, file).finally(() => underWay.delete(folder)),
      )
    }
    await underWay.get(folder)
  }

  async function store(folder: string, file: WorldFile): Promise<void> {
    try {
      const content = await artist.draw(folder, drawTaskOf(file, world))
      if (stopping.signal.aborted) return
      // A start that was interrupted may have left this one behind.
      await files.deleteFolder(folder)
      await files.put(folder, content, file.kind === 'pdf' ? 'application/pdf' : 'image/webp')
      const bytes = Object.values(content).reduce((sum, { length }) => sum + length, 0)
      await db.updateTable('files').set({ bytes }).where('name', '=', file.name).execute()
    } catch (err) {
      if (stopping.signal.aborted) return
      if (!(err instanceof ArtistAway)) {
        log.error({ err, file: file.name }, 'a file of the demo world could not be drawn')
      } else if (Number.isFinite(err.pauseMs)) {
        missing.set(folder, file)
        throw err
      }
    }
  }

  /** What is missing again while this goes on has its turn again. */
  async function drawMissing(): Promise<void> {
    for (const folder of missing.keys()) {
      await drawn(folder).catch((err: unknown) => {
        if (!(err instanceof ArtistAway)) throw err
        return wait(err.pauseMs, undefined, { signal: stopping.signal }).catch(() => {})
      })
    }
  }

  return {
    /** The store of files, in which none of the demo world is missing; 503 while nobody is there to draw. */
    files: {
      ...files,
      async read(folder, name) {
        const found = await files.read(folder, name)
        if (found !== undefined || !ours.has(folder)) return found
        await drawn(folder)
        return files.read(folder, name)
      },
    } satisfies FileStore,

    /** Draws everything; false when something could not be drawn, or when it was stopped. */
    async all(): Promise<boolean> {
      await Promise.all(Array.from({ length: AT_ONCE }, drawMissing))
      await Promise.allSettled(underWay.values())
      artist.stop()
      return !stopping.signal.aborted && (await undrawn()).length === 0
    },

    async stop(): Promise<void> {
      stopping.abort()
      missing.clear()
      artist.stop()
      await Promise.allSettled(underWay.values())
    },
  }
}

const folderOf = (name: string) => name.replace(/\.\w+$/, '')
