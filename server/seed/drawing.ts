import { type ChildProcess, fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import type { FileStore } from '../files/file-store.ts'
import { isBuilt, ownFile } from '../lib/own-files.ts'
import type { Services } from '../lib/services.ts'
import type { DrawnFiles, FromArtist, ToArtist } from './artist.ts'
import { drawTaskOf } from './draw-task.ts'
import type { World, WorldFile } from './world-types.ts'

const ARTIST = isBuilt ? ownFile('dist/server/artist.cjs') : ownFile('server/seed/artist.ts')
/** One more than there are cores, so that somebody draws while somebody waits for the disk. */
const AT_ONCE = availableParallelism() + 1

type Artist = {
  draw: (id: string, task: ToArtist['task']) => Promise<DrawnFiles>
  stop: () => void
}

/**
 * Draws the files of the demo world that are not there yet: in a process of its own and a few at a time, but what is
 * asked for at once. A row without bytes is not drawn; so whoever was stopped in the middle goes on with the next start.
 */
export async function createDrawing(
  { db, files, log }: Pick<Services, 'db' | 'files' | 'log'>,
  world: World,
  artist: Artist = startArtist(),
) {
  const names = new Set((await undrawn()).map(({ name }) => name))
  const missing = new Map(
    world.files.filter(({ name }) => names.has(name)).map((file) => [folderOf(file.name), file]),
  )
  const ours = new Set(missing.keys())
  const underWay = new Map<string, Promise<void>>()
  let isStopped = false

  function undrawn() {
    return db.selectFrom('files').select('name').where('bytes', '=', 0).execute()
  }

  /** Until this one is there. */
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
      if (isStopped) return
      // A start that was interrupted may have left this one behind.
      await files.deleteFolder(folder)
      await files.put(folder, content, file.kind === 'pdf' ? 'application/pdf' : 'image/webp')
      const bytes = Object.values(content).reduce((sum, { length }) => sum + length, 0)
      await db.updateTable('files').set({ bytes }).where('name', '=', file.name).execute()
    } catch (err) {
      if (!isStopped) log.error({ err, file: file.name }, 'a file of the demo world could not be drawn')
    }
  }

  async function drawMissing(): Promise<void> {
    for (const folder of missing.keys()) await drawn(folder)
  }

  return {
    /** The store of files, in which none of the demo world is missing. */
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
      await Promise.all(underWay.values())
      artist.stop()
      return !isStopped && (await undrawn()).length === 0
    },

    async stop(): Promise<void> {
      isStopped = true
      missing.clear()
      artist.stop()
      await Promise.all(underWay.values())
    },
  }
}

const folderOf = (name: string) => name.replace(/\.\w+$/, '')

type Waiting = { resolve: (files: DrawnFiles) => void; reject: (error: Error) => void }

/** The process is started by the first file and again by the next one when it has ended. */
function startArtist(): Artist {
  const waiting = new Map<string, Waiting>()
  let child: ChildProcess | undefined

  function start(): ChildProcess {
    const started = fork(ARTIST, [], {
      serialization: 'advanced',
      // None of our secrets.
      env: { VIPS_WARNING: '0' },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    started.on('message', ({ id, files }: FromArtist) => {
      waiting.get(id)?.resolve(files)
      waiting.delete(id)
    })
    started.on('exit', () => {
      if (child !== started) return
      child = undefined
      for (const { reject } of waiting.values()) reject(new Error('The process that draws has ended'))
      waiting.clear()
    })
    return started
  }

  return {
    draw: (id, task) =>
      new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        child ??= start()
        child.send({ id, task } satisfies ToArtist, (error) => error && reject(error))
      }),
    stop: () => child?.kill('SIGKILL'),
  }
}
