import { createRandom } from '../../server/test/random.ts'
import { circle, ellipse, group, line, mix, path, polygon, range, rect, svg, text } from './draw.ts'
import { PALETTES, type PaletteName } from './palettes.ts'

export interface LogoRecipe {
  mark: MarkName
  palette: PaletteName
  /** One or two letters, for the marks that show them. */
  letters: string
  seed: string
}

export type MarkName = keyof typeof MARKS

/** A sign of 512 by 512 for a company or a school. */
export function drawLogo({ mark, palette, letters, seed }: LogoRecipe) {
  const p = PALETTES[palette]
  const drawing = MARKS[mark]({
    bg: p.bg,
    ink: p.ink,
    a: p.a,
    b: p.b,
    c: p.c,
    deep: p.deep,
    letters,
    turn: createRandom(seed).int(0, 3),
  })
  return svg(512, 512, rect(0, 0, 512, 512, p.bg), drawing)
}

interface Paint {
  bg: string
  ink: string
  a: string
  b: string
  c: string
  deep: string
  letters: string
  turn: number
}

/** By how many letters there are. */
const LETTER_SIZES: Record<number, number> = { 1: 270, 2: 200, 3: 146 }

const MARKS = {
  wind: ({ ink, a, b }: Paint) =>
    line('M96 196H300a58 58 0 1 0 -58 -58', ink, 34) +
    line('M96 268H356a62 62 0 1 1 -62 62', a, 34) +
    line('M96 340H216a44 44 0 1 1 -44 44', b, 34),
  lighthouse: ({ ink, a, b, deep }: Paint) =>
    polygon(
      [
        [256, 150],
        [470, 70],
        [470, 230],
      ],
      a,
      { opacity: 0.9 },
    ) +
    polygon(
      [
        [196, 430],
        [220, 190],
        [292, 190],
        [316, 430],
      ],
      ink,
    ) +
    rect(214, 128, 84, 52, b, { rx: 8 }) +
    path('M206 124Q256 66 306 124Z', deep) +
    polygon(
      [
        [210, 290],
        [302, 290],
        [308, 350],
        [204, 350],
      ],
      b,
    ) +
    rect(150, 424, 212, 30, deep, { rx: 15 }),
  compass: ({ ink, a, b, deep }: Paint) =>
    circle(256, 256, 168, 'none', { stroke: ink, 'stroke-width': 26 }) +
    polygon(
      [
        [356, 156],
        [286, 286],
        [226, 226],
      ],
      b,
    ) +
    polygon(
      [
        [156, 356],
        [286, 286],
        [226, 226],
      ],
      a,
    ) +
    circle(256, 256, 20, deep),
  river: ({ ink, a, b }: Paint) =>
    line('M140 96C140 220 372 190 372 300S200 380 200 430', ink, 58) +
    line('M222 96C222 190 440 180 440 310', a, 22) +
    line('M90 150C90 300 292 260 292 330S120 370 120 430', b, 22),
  weave: ({ ink, a, b, bg }: Paint) => {
    const strand = (i: number) => 106 + i * 108
    const upright = (i: number, y: number, height: number) =>
      rect(strand(i) - 10, y, 104, height, bg) +
      rect(strand(i), y - 8, 84, height + 16, i === 1 ? b : ink, { rx: 12 })
    const over = range(9).filter((i) => i % 2 === 0)
    return [
      ...range(3).map((i) => rect(strand(i), 80, 84, 352, i === 1 ? b : ink, { rx: 18 })),
      ...range(3).map(
        (i) => rect(80, strand(i) - 10, 352, 104, bg) + rect(80, strand(i), 352, 84, a, { rx: 18 }),
      ),
      ...over.map((i) => upright(i % 3, strand(Math.floor(i / 3)), 84)),
    ].join('')
  },
  road: ({ ink, a, b, deep }: Paint) =>
    path('M256 84a126 126 0 0 1 108 190L290 430H196L266 322A120 120 0 1 1 256 84Z', ink) +
    circle(256, 208, 56, a) +
    line('M300 300L258 396', b, 12, { 'stroke-dasharray': '22 26' }) +
    circle(256, 208, 22, deep),
  flame: ({ a, b, ink }: Paint) =>
    path(
      'M262 70C330 150 400 206 400 310a144 144 0 0 1 -288 0C112 250 150 212 176 180C190 220 214 232 226 232C220 170 232 116 262 70Z',
      b,
    ) +
    path('M258 250C300 290 328 316 328 352a72 72 0 0 1 -144 0C184 312 226 296 258 250Z', a) +
    circle(256, 376, 26, ink),
  board: ({ ink, a, b, deep }: Paint) =>
    rect(92, 120, 328, 230, deep, { rx: 26 }) +
    line('M146 290L214 196L262 256L300 216L366 290', ink, 20) +
    circle(342, 184, 22, b) +
    line('M180 350L148 430', a, 22) +
    line('M332 350L364 430', a, 22),
  leaf: ({ ink, a, b }: Paint) =>
    path('M256 430C256 300 150 286 116 178C236 168 268 246 262 330', a) +
    path('M256 430C250 280 356 250 404 120C268 122 226 216 250 330', b) +
    line('M256 448V300', ink, 20),
  steps: ({ ink, a, b }: Paint) =>
    path('M110 300a76 76 0 0 1 84 -100a96 96 0 0 1 184 22a64 64 0 0 1 22 124H150A60 60 0 0 1 110 300Z', ink) +
    range(3)
      .map((i) => rect(150 + i * 78, 392 - i * 26, 58, 26, i === 1 ? b : a, { rx: 13 }))
      .join(''),
  globe: ({ ink, a, b }: Paint) =>
    circle(256, 256, 168, 'none', { stroke: ink, 'stroke-width': 24 }) +
    ellipse(256, 256, 74, 168, 'none', { stroke: a, 'stroke-width': 20 }) +
    line('M92 256H420', b, 20) +
    line('M122 166H390', ink, 14) +
    line('M122 346H390', ink, 14),
  slope: ({ ink, a, b, deep }: Paint) =>
    path('M60 420L320 150L460 420Z', a) +
    path('M60 420L206 268L292 420Z', deep) +
    polygon(
      [
        [232, 300],
        [312, 232],
        [392, 300],
        [392, 400],
        [232, 400],
      ],
      ink,
    ) +
    rect(288, 330, 48, 70, b, { rx: 8 }),
  monogram: ({ letters, ink, c, turn }: Paint) =>
    [
      circle(256, 256, 196, c),
      rect(70, 70, 372, 372, c, { rx: 84 }),
      path('M256 60L452 256L256 452L60 256Z', c),
      path('M60 452V256A196 196 0 0 1 452 256V452Z', c),
    ][turn] +
    text(letters, 256, turn === 3 ? 372 : 332, LETTER_SIZES[letters.length] ?? 120, ink, {
      anchor: 'middle',
      tracking: -20,
    }),
  split: ({ letters, bg, ink, c, turn }: Paint) =>
    group({ transform: `rotate(${turn * 90} 256 256)` }, path('M0 0H512L0 512Z', mix(bg, c, 0.8))) +
    text(letters, 256, 336, LETTER_SIZES[letters.length] ?? 120, ink, { anchor: 'middle', tracking: -20 }),
  arch: ({ letters, ink, a, b, c }: Paint) =>
    range(3)
      .map((i) =>
        path(
          `M${96 + i * 52} 330a${160 - i * 52} ${160 - i * 52} 0 0 1 ${320 - i * 104} 0Z`,
          [c, a, b][i] ?? a,
        ),
      )
      .join('') + text(letters, 256, 452, 110, ink, { anchor: 'middle' }),
}
