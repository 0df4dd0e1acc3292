import { createRandom } from '../../server/test/random.ts'
import { HAIR, HAIR_COLORS, type HairStyle } from './avatar-hair.ts'
import { circle, ellipse, group, line, mix, path, range, rect, svg } from './draw.ts'

export interface AvatarRecipe {
  seed: string
  hair: HairStyle
  hairColor: keyof typeof HAIR_COLORS
  skin: keyof typeof SKINS
  beard?: 'full' | 'short' | 'moustache' | 'stubble'
  glasses?: 'round' | 'square'
  earrings?: boolean
}

/** A portrait of 512 by 512, flat and friendly, whose features come from the recipe and its details from the seed. */
export function drawAvatar(recipe: AvatarRecipe) {
  const r = createRandom(recipe.seed)
  const skin = SKINS[recipe.skin]
  const hair = HAIR_COLORS[recipe.hairColor]
  const [ground, clothes, trim] = r.pick(OUTFITS)
  const style = HAIR[recipe.hair]
  const scarf = recipe.hair === 'scarf' ? trim : hair
  return svg(
    512,
    512,
    rect(0, 0, 512, 512, ground),
    backdrop(r.int(0, 3), mix(ground, trim, 0.28)),
    group(
      { transform: `translate(0 ${r.int(4, 14)})` },
      style.back(scarf),
      body(r.int(0, 4), clothes, trim, skin),
      head(skin),
      face(recipe, skin, hair, r.int(0, 2)),
      style.front(scarf),
      extras(recipe, trim),
    ),
  )
}

const SKINS = {
  porcelain: '#F3CDB4',
  light: '#E8B594',
  olive: '#D9A077',
  tan: '#C38357',
  brown: '#9C6240',
  deep: '#6F4330',
}

/** Background, clothes and a second colour, from the palettes of the covers. */
const OUTFITS = [
  ['#CBE1E6', '#12343B', '#DE6B48'],
  ['#DCECE4', '#0F766E', '#F3E3C8'],
  ['#F2D9B8', '#B9481F', '#FBF0E3'],
  ['#F0C9B4', '#2C6B66', '#FCF3EC'],
  ['#EBD08F', '#3E4A2A', '#E08A4A'],
  ['#D9D3EA', '#4B2746', '#F2B05E'],
  ['#BFD8CF', '#8C3B22', '#FDBA74'],
  ['#C9D6E8', '#1F3B5E', '#F0853F'],
  ['#E9E1D2', '#5C6B3B', '#CFD68C'],
  ['#F4DCD3', '#9E3A32', '#F6E7D8'],
  ['#D5E4C9', '#2E2A22', '#DDB27A'],
  ['#A9D2C2', '#FBF7EE', '#0F766E'],
] as const

function backdrop(kind: number, tone: string) {
  if (kind === 0) return circle(256, 250, 205, tone)
  if (kind === 1) return path('M0 512V300A256 256 0 0 1 512 300V512Z', tone)
  if (kind === 2)
    return range(4)
      .map((i) => circle(256, 530, 470 - i * 90, 'none', { stroke: tone, 'stroke-width': 34 }))
      .join('')
  return path('M256 0H512V512H256Z', tone)
}

function body(kind: number, clothes: string, trim: string, skin: string) {
  const shade = mix(skin, '#5A2A18', 0.22)
  const shoulders = 'M40 540C44 440 96 410 186 392Q256 378 326 392C416 410 468 440 472 540Z'
  const neck = path('M214 300H298V388Q298 430 256 430T214 388Z', shade)
  const under = path(shoulders, clothes)
  if (kind === 0)
    return (
      under +
      path('M196 390Q256 470 316 390L298 372H214Z', shade) +
      line('M194 391Q256 474 318 391', trim, 13) +
      neck
    )
  if (kind === 1)
    return (
      neck +
      under +
      path('M206 352H306V404Q256 430 206 404Z', mix(clothes, '#FFFFFF', 0.12)) +
      line('M208 372Q256 396 304 372', mix(clothes, '#000000', 0.15), 5)
    )
  if (kind === 2) {
    const collar =
      path('M190 390L256 462L226 500L160 402Z', '#FBF7EE') +
      path('M322 390L256 462L286 500L352 402Z', '#FBF7EE')
    return under + path('M196 390L256 468L316 390L298 370H214Z', shade) + neck + collar
  }
  if (kind === 3) {
    const hood = path('M150 404Q256 352 362 404Q330 470 256 474T150 404Z', mix(clothes, '#000000', 0.18))
    return (
      under +
      hood +
      path('M204 392Q256 452 308 392L298 372H214Z', shade) +
      neck +
      line('M226 452V506', trim, 7) +
      line('M286 452V500', trim, 7)
    )
  }
  const stripes = range(3).map((i) =>
    line(`M${70 - i * 12} ${452 + i * 34}Q256 ${420 + i * 34} ${442 + i * 12} ${452 + i * 34}`, trim, 12),
  )
  return under + stripes.join('') + path('M198 390Q256 452 314 390L298 372H214Z', shade) + neck
}

function head(skin: string) {
  const shade = mix(skin, '#5A2A18', 0.12)
  const outline = 'M164 218C164 132 208 110 256 110S348 132 348 218C348 300 312 352 256 352S164 300 164 218Z'
  return (
    circle(162, 240, 21, skin) +
    circle(350, 240, 21, shade) +
    path(outline, skin) +
    // One side in shade gives the face its volume.
    path('M256 110C304 110 348 132 348 218C348 300 312 352 256 352C300 300 308 210 256 110Z', shade, {
      opacity: 0.55,
    })
  )
}

function face({ beard, glasses }: AvatarRecipe, skin: string, hair: string, mood: number) {
  const dark = '#2A211D'
  const lip = mix(skin, '#8C2F26', 0.55)
  const brow = mix(hair, dark, 0.35)
  const smile =
    ['M230 296Q256 318 282 296', 'M226 292Q256 328 286 292Z', 'M236 298Q258 314 284 292'][mood] ?? ''
  return [
    circle(206, 268, 19, '#D8543A', { opacity: 0.16 }),
    circle(306, 268, 19, '#D8543A', { opacity: 0.16 }),
    beard ? beardOf(beard, hair) : '',
    ellipse(216, 234, 8, 9.5, dark),
    ellipse(296, 234, 8, 9.5, dark),
    circle(219, 230, 2.6, '#FFFFFF'),
    circle(299, 230, 2.6, '#FFFFFF'),
    line('M198 206Q214 196 232 204', brow, 7.5),
    line('M280 204Q298 196 314 206', brow, 7.5),
    line('M256 240Q250 262 252 268T266 270', mix(skin, '#5A2A18', 0.42), 5.5),
    mood === 1 ? path(smile, '#FFFFFF') + line(smile, lip, 4.5) : line(smile, lip, 6.5),
    glasses ? glassesOf(glasses) : '',
  ].join('')
}

function beardOf(kind: NonNullable<AvatarRecipe['beard']>, hair: string) {
  const jaw =
    'M164 226C166 306 206 360 256 360S346 306 348 226C340 252 330 268 312 276C292 268 274 276 256 276S220 268 200 276C182 268 172 252 164 226Z'
  const moustache = path('M206 290Q232 266 256 278Q280 266 306 290Q280 296 256 290Q232 296 206 290Z', hair)
  if (kind === 'full')
    return (
      path(jaw, hair) + path('M226 288Q256 278 286 288Q284 322 256 322T226 288Z', mix(hair, '#F0B8A0', 0.35))
    )
  if (kind === 'short')
    return (
      path(
        'M166 246C170 310 208 356 256 356S342 310 346 246C336 300 306 328 256 328S176 300 166 246Z',
        hair,
      ) + moustache
    )
  if (kind === 'moustache') return moustache
  return path(jaw, hair, { opacity: 0.22 })
}

function glassesOf(kind: NonNullable<AvatarRecipe['glasses']>) {
  const frame = { stroke: '#2A211D', 'stroke-width': 6.5 }
  const lenses =
    kind === 'round'
      ? circle(216, 236, 31, '#FFFFFF', { 'fill-opacity': 0.18, ...frame }) +
        circle(296, 236, 31, '#FFFFFF', { 'fill-opacity': 0.18, ...frame })
      : rect(184, 212, 62, 48, '#FFFFFF', { rx: 14, 'fill-opacity': 0.18, ...frame }) +
        rect(266, 212, 62, 48, '#FFFFFF', { rx: 14, 'fill-opacity': 0.18, ...frame })
  return (
    lenses +
    line('M246 232Q256 226 266 232', '#2A211D', 6) +
    line('M184 230L166 224', '#2A211D', 6) +
    line('M328 230L346 224', '#2A211D', 6)
  )
}

function extras({ earrings }: AvatarRecipe, trim: string) {
  return earrings ? circle(160, 270, 8, trim) + circle(352, 270, 8, trim) : ''
}
