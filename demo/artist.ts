import sharp from 'sharp'
import { giveWay } from '../server/lib/priority.ts'
import { renderPicture, renderPortrait } from './art/render.ts'
import { renderCv } from './cv.ts'
import type { DrawTask, PictureRecipe } from './draw-task.ts'

/** As the file store wants them: name and bytes. */
export type DrawnFiles = Record<string, Buffer>
export type ToArtist = { id: string; task: DrawTask }
export type FromArtist = 'ready' | { id: string; files: DrawnFiles }

listen()

/** The process that draws the files of the demo world, behind everything else (start-artist.ts). */
function listen(): void {
  giveWay()
  // One thread a picture: many small pictures at once are faster than each of them on all cores.
  sharp.concurrency(1)
  // Ctrl-C reaches it too, but the server decides.
  process.on('SIGINT', () => {})
  process.on('disconnect', () => process.exit())
  const logos = new Map<string, Promise<DrawnFiles>>()
  process.on('message', async ({ id, task }: ToArtist) => {
    process.send?.({ id, files: await draw(task, logos) } satisfies FromArtist)
  })
  process.send?.('ready' satisfies FromArtist)
}

async function draw(task: DrawTask, logos: Map<string, Promise<DrawnFiles>>): Promise<DrawnFiles> {
  if (task.draw === 'cv') {
    const portrait = task.portrait && (await renderPortrait(task.portrait))
    return { 'full.pdf': await renderCv(task.parts, portrait) }
  }
  if (task.draw !== 'logo') return drawPicture(task)
  // Each once, however many people show it.
  const key = JSON.stringify(task)
  const drawn = logos.get(key) ?? drawPicture(task)
  logos.set(key, drawn)
  return drawn
}

const drawPicture = async (recipe: PictureRecipe) => (await renderPicture(recipe)).files
