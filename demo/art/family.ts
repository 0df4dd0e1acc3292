import type { Random } from '../../server/test/random.ts'
import type { Palette } from './palettes.ts'

export const WIDTH = 1600
export const HEIGHT = 1000

export interface Scene {
  random: Random
  palette: Palette
  /** Which composition of the family; any whole number. */
  variant: number
  /** A short word of the project, for the families that show text. */
  word: string
}

/** Draws the inside of a picture of 1600 by 1000. */
export type Family = (scene: Scene) => string

export function variantOf<T>({ variant }: Pick<Scene, 'variant'>, list: readonly [T, ...T[]]): T {
  return list[variant % list.length] ?? list[0]
}
