import type { FileRecipe } from '../world-types.ts'
import { HEIGHT, WIDTH } from './family.ts'

/** Faces and logos are square. */
const SIDE = 512

/** How large a picture will be, without drawing it. */
export function sizeOf(recipe: FileRecipe): { width: number | null; height: number | null } {
  if (recipe.draw === 'cv') return { width: null, height: null }
  if (recipe.draw !== 'cover') return { width: SIDE, height: SIDE }
  return { width: recipe.width, height: Math.round((recipe.width * HEIGHT) / WIDTH) }
}
