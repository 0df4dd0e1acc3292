import { createRandom } from '../../server/test/random.ts'
import { svg } from './draw.ts'
import { artboards } from './families/artboards.ts'
import { blocks } from './families/blocks.ts'
import { bridges } from './families/bridges.ts'
import { charts } from './families/charts.ts'
import { code } from './families/code.ts'
import { landscapes } from './families/landscapes.ts'
import { letters } from './families/letters.ts'
import { maps } from './families/maps.ts'
import { networks } from './families/networks.ts'
import { phones } from './families/phones.ts'
import { tiles } from './families/tiles.ts'
import { waves } from './families/waves.ts'
import { windows } from './families/windows.ts'
import { type Family, HEIGHT, WIDTH } from './family.ts'
import { PALETTES, type PaletteName } from './palettes.ts'

export interface CoverRecipe {
  family: FamilyName
  palette: PaletteName
  variant: number
  word: string
  seed: string
}

export type FamilyName = keyof typeof FAMILIES

const FAMILIES = {
  artboards,
  blocks,
  bridges,
  charts,
  code,
  landscapes,
  letters,
  maps,
  networks,
  phones,
  tiles,
  waves,
  windows,
} satisfies Record<string, Family>

export const FAMILY_NAMES = Object.keys(FAMILIES) as FamilyName[]

/** A picture of a project as SVG; the same recipe always gives the same text. */
export function drawCover({ family, palette, variant, word, seed }: CoverRecipe) {
  const inside = FAMILIES[family]({ random: createRandom(seed), palette: PALETTES[palette], variant, word })
  return svg(WIDTH, HEIGHT, inside)
}
