import type { AvatarRecipe } from './art/avatars.ts'
import { type CvParts, cvPartsOf } from './cv-parts.ts'
import type { FileRecipe, World, WorldFile } from './world-types.ts'

export type PictureRecipe = Exclude<FileRecipe, { draw: 'cv' }>

/** All that is needed to draw a file, in whichever process. */
export type DrawTask = PictureRecipe | { draw: 'cv'; parts: CvParts; portrait: AvatarRecipe | undefined }

export function drawTaskOf({ recipe }: WorldFile, world: World): DrawTask {
  if (recipe.draw !== 'cv') return recipe
  const parts = cvPartsOf(world, recipe.developerId)
  const face = world.files.find(({ name }) => parts.developer.avatar.endsWith(name))?.recipe
  return { draw: 'cv', parts, portrait: face?.draw === 'avatar' ? face : undefined }
}
