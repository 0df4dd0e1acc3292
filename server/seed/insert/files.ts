import { availableParallelism } from 'node:os'
import sharp from 'sharp'
import { renderPicture, renderPortrait } from '../art/render.ts'
import { cvPartsOf, renderCv } from '../cv.ts'
import type { World, WorldFile } from '../world-types.ts'

export interface Drawn {
  /** As the file store wants them: name and bytes. */
  files: Record<string, Buffer>
  width: number | null
  height: number | null
}

export type Draw = (file: WorldFile, world: World) => Promise<Drawn>

type FileStore = {
  put: (folder: string, files: Record<string, Buffer>, contentType: string) => Promise<void>
  deleteFolder: (folder: string) => Promise<void>
}

export type StoredFile = WorldFile & {
  contentType: string
  bytes: number
  width: number | null
  height: number | null
}

/** Draws every file of the world and stores its bytes; gives what its row must say. */
export async function storeFiles(
  store: FileStore,
  world: World,
  draw: Draw = createArtist(),
): Promise<StoredFile[]> {
  const stored = new Map<string, StoredFile>()
  const waiting = world.files.values()
  const work = async () => {
    for (const file of waiting) stored.set(file.id, await storeFile(store, world, file, draw))
  }
  // One thread a picture: many small pictures at once are faster than each of them on all cores.
  const threads = sharp.concurrency()
  sharp.concurrency(1)
  try {
    // One more than there are cores, so that somebody draws while somebody waits for the disk.
    await Promise.all(Array.from({ length: availableParallelism() + 1 }, work))
  } finally {
    sharp.concurrency(threads)
  }
  return world.files.flatMap(({ id }) => stored.get(id) ?? [])
}

async function storeFile(store: FileStore, world: World, file: WorldFile, draw: Draw): Promise<StoredFile> {
  const { files, width, height } = await draw(file, world)
  const contentType = file.kind === 'pdf' ? 'application/pdf' : 'image/webp'
  const [folder = ''] = file.name.split('.')
  // A start that was interrupted may have left this one behind.
  await store.deleteFolder(folder)
  await store.put(folder, files, contentType)
  const bytes = Object.values(files).reduce((sum, { length }) => sum + length, 0)
  return { ...file, contentType, bytes, width, height }
}

/** Draws each logo once, however many people show it. */
function createArtist(): Draw {
  const logos = new Map<string, Promise<Drawn>>()
  return async ({ recipe }, world) => {
    if (recipe.draw === 'cv') return drawCv(world, recipe.developerId)
    if (recipe.draw !== 'logo') return renderPicture(recipe)
    const key = JSON.stringify(recipe)
    const drawn = logos.get(key) ?? renderPicture(recipe)
    logos.set(key, drawn)
    return drawn
  }
}

async function drawCv(world: World, developerId: string): Promise<Drawn> {
  const parts = cvPartsOf(world, developerId)
  const face = world.files.find(({ name }) => parts.developer.avatar.endsWith(name))
  const portrait = face?.recipe.draw === 'avatar' ? await renderPortrait(face.recipe) : undefined
  return { files: { 'full.pdf': await renderCv(parts, portrait) }, width: null, height: null }
}
