/** Colours of one picture. `bg` and `ink` always read on each other; `paper` is the lightest, `deep` the darkest tone. */
export interface Palette {
  bg: string
  deep: string
  ink: string
  paper: string
  a: string
  b: string
  c: string
}

/** River and terracotta come from the product's own tokens; the others are their neighbours. */
export const PALETTES = {
  river: {
    bg: '#0F766E',
    deep: '#0A4742',
    ink: '#F3F1E7',
    paper: '#FAF6EC',
    a: '#5EEAD4',
    b: '#FDBA74',
    c: '#12938A',
  },
  terracotta: {
    bg: '#B9481F',
    deep: '#5E210C',
    ink: '#FFF1E4',
    paper: '#FBF0E3',
    a: '#FDBA74',
    b: '#17514C',
    c: '#D96B3C',
  },
  sand: {
    bg: '#EFE5D3',
    deep: '#2E2A22',
    ink: '#2E2A22',
    paper: '#FBF7EE',
    a: '#B9481F',
    b: '#0F766E',
    c: '#DDB27A',
  },
  night: {
    bg: '#12211F',
    deep: '#0A1413',
    ink: '#EAF3EF',
    paper: '#F1F4EC',
    a: '#5EEAD4',
    b: '#FDBA74',
    c: '#1F3F3B',
  },
  olive: {
    bg: '#5C6B3B',
    deep: '#2C351A',
    ink: '#F5F1DD',
    paper: '#F7F3E1',
    a: '#CFD68C',
    b: '#E08A4A',
    c: '#788A50',
  },
  sky: {
    bg: '#CBE1E6',
    deep: '#12343B',
    ink: '#12343B',
    paper: '#F8FBFA',
    a: '#2A7690',
    b: '#DE6B48',
    c: '#9CC5CF',
  },
  plum: {
    bg: '#4B2746',
    deep: '#27122A',
    ink: '#F7E6E3',
    paper: '#F9EEEA',
    a: '#DC93AB',
    b: '#F2B05E',
    c: '#6C3E66',
  },
  clay: {
    bg: '#E6B8A2',
    deep: '#4A2020',
    ink: '#4A2020',
    paper: '#FCF3EC',
    a: '#9E3A32',
    b: '#2C6B66',
    c: '#D2967B',
  },
  ochre: {
    bg: '#DBA63F',
    deep: '#3A290C',
    ink: '#3A290C',
    paper: '#FFF7E3',
    a: '#84400F',
    b: '#1B635C',
    c: '#EBC67C',
  },
  harbour: {
    bg: '#1F3B5E',
    deep: '#0F1F35',
    ink: '#F2EEE3',
    paper: '#F6F1E7',
    a: '#8FC2E2',
    b: '#F0853F',
    c: '#30557F',
  },
  mint: {
    bg: '#DCECE4',
    deep: '#143C36',
    ink: '#143C36',
    paper: '#FFFFFF',
    a: '#0F766E',
    b: '#C4542A',
    c: '#A9D2C2',
  },
  slate: {
    bg: '#2C3134',
    deep: '#191C1E',
    ink: '#EDEBE4',
    paper: '#F0EEE7',
    a: '#E8C267',
    b: '#70B4A8',
    c: '#454C50',
  },
} satisfies Record<string, Palette>

/** The colour of a sun: the warmer of the two accents. */
export function warm({ a, b }: Palette) {
  const heat = (color: string) =>
    Number.parseInt(color.slice(1, 3), 16) - Number.parseInt(color.slice(5, 7), 16)
  return heat(a) > heat(b) ? a : b
}

/** The darkest or the lightest tone, whichever reads on this one. */
export function inkOn(color: string, { deep, paper }: Palette) {
  const channel = (i: number) => Number.parseInt(color.slice(1 + 2 * i, 3 + 2 * i), 16)
  const light = (channel(0) * 0.3 + channel(1) * 0.59 + channel(2) * 0.11) / 255
  return light > 0.52 ? deep : paper
}

export type PaletteName = keyof typeof PALETTES

export const PALETTE_NAMES = Object.keys(PALETTES) as PaletteName[]
