import { circle, group, line, mix, path, range, rect, smooth, text } from '../draw.ts'
import { type Family, type Scene, variantOf } from '../family.ts'
import { inkOn } from '../palettes.ts'

const WIDTH = 380
const HEIGHT = 780

/** One to three phones, upright or leaning, on a calm ground. */
export const phones: Family = (scene) => {
  const { random: r, palette: p } = scene
  const layout = variantOf(scene, [one, pair, trio, fan])
  return (
    rect(0, 0, 1600, 1000, p.bg) +
    ground(scene) +
    layout(r.sample(SCREENS, 3).map((screen) => phone(scene, screen)))
  )
}

const place = (phone: string, x: number, y: number, turn = 0, scale = 1) =>
  group(
    {
      transform: `translate(${x} ${y}) rotate(${turn}) scale(${scale}) translate(${-WIDTH / 2} ${-HEIGHT / 2})`,
    },
    phone,
  )

const one = ([first = '']: string[]) => place(first, 800, 540, 0, 1.12)
const pair = ([first = '', second = '']: string[]) =>
  place(first, 590, 590, -8) + place(second, 1010, 450, -8)
const trio = ([first = '', second = '', third = '']: string[]) =>
  place(first, 350, 620) + place(second, 800, 500) + place(third, 1250, 620)
const fan = ([first = '', second = '', third = '']: string[]) =>
  place(second, 480, 600, -16) + place(third, 1120, 600, 16) + place(first, 800, 560, 0, 1.08)

function ground({ random: r, palette: p }: Scene) {
  return r.pick([
    () => circle(800, 520, 460, p.c),
    () =>
      range(5)
        .map((i) => circle(800, 1060, 960 - i * 180, i % 2 === 0 ? p.c : p.bg))
        .join(''),
    () => rect(0, 640, 1600, 360, p.c),
    () => path('M0 300Q400 100 800 300T1600 300V1000H0Z', p.c),
    () =>
      range(16)
        .map((i) => rect(i * 100, 0, 50, 1000, i % 2 === 0 ? p.c : p.bg, { opacity: 0.6 }))
        .join(''),
  ])()
}

function phone(scene: Scene, screen: Screen) {
  const { palette: p } = scene
  return [
    rect(18, 22, WIDTH, HEIGHT, p.deep, { rx: 58, opacity: 0.35 }),
    rect(0, 0, WIDTH, HEIGHT, p.deep, { rx: 58 }),
    rect(16, 16, WIDTH - 32, HEIGHT - 32, p.paper, { rx: 44 }),
    `<svg x="14" y="14" width="${WIDTH - 28}" height="${HEIGHT - 28}" viewBox="0 0 352 752">${screen(scene)}</svg>`,
    // The frame once more on top: it rounds the corners of what the screen drew, cheaper than a mask.
    rect(9, 9, WIDTH - 18, HEIGHT - 18, 'none', { rx: 50, stroke: p.deep, 'stroke-width': 18 }),
    rect(WIDTH / 2 - 52, 28, 104, 26, p.deep, { rx: 13 }),
  ].join('')
}

type Screen = (scene: Scene) => string

const quiet = (p: Scene['palette'], share = 0.14) => mix(p.paper, p.deep, share)
const bar = (x: number, y: number, width: number, height: number, fill: string) =>
  rect(x, y, width, height, fill, { rx: height / 2 })

const list: Screen = ({ random: r, palette: p, word }) =>
  [
    rect(0, 0, 352, 230, p.a),
    text(word.slice(0, 12), 30, 130, 44, inkOn(p.a, p)),
    bar(30, 156, 170, 14, mix(p.a, inkOn(p.a, p), 0.45)),
    ...range(5).map((i) => {
      const y = 196 + i * 112
      return (
        rect(22, y, 308, 98, p.paper, { rx: 22 }) +
        rect(38, y + 17, 64, 64, [p.b, p.c, p.a, p.deep, p.b][i] ?? p.b, { rx: 18 }) +
        bar(120, y + 30, r.int(90, 160), 13, quiet(p, 0.6)) +
        bar(120, y + 56, r.int(60, 130), 11, quiet(p, 0.25))
      )
    }),
  ].join('')

const map: Screen = ({ random: r, palette: p }) =>
  [
    rect(0, 0, 352, 752, quiet(p, 0.08)),
    ...range(7).map((i) =>
      line(
        `M-20 ${70 + i * 96 + r.int(-16, 16)}L380 ${40 + i * 96 + r.int(-30, 30)}`,
        p.paper,
        i % 3 === 1 ? 22 : 12,
      ),
    ),
    ...range(5).map((i) =>
      line(`M${20 + i * 84} -20L${40 + i * 84 + r.int(-50, 50)} 780`, p.paper, i === 2 ? 22 : 12),
    ),
    path(
      'M-10 90Q120 150 110 290T250 460T370 560V640Q230 600 170 500T30 320T-10 190Z',
      mix(p.c, p.paper, 0.3),
    ),
    line('M84 560C120 470 250 480 236 360S120 270 150 180', p.b, 13),
    circle(84, 560, 17, p.paper, { stroke: p.b, 'stroke-width': 10 }),
    path('M150 190C110 140 112 120 112 112a38 38 0 0 1 76 0C188 120 190 140 150 190Z', p.deep),
    circle(150, 112, 14, p.paper),
    rect(18, 600, 316, 132, p.paper, { rx: 30 }),
    circle(72, 664, 30, p.a),
    bar(120, 642, 130, 15, quiet(p, 0.65)),
    bar(120, 672, 90, 12, quiet(p, 0.3)),
    rect(262, 640, 50, 50, p.b, { rx: 25 }),
  ].join('')

const rings: Screen = ({ random: r, palette: p }) => {
  const ring = (radius: number, share: number, tone: string) => {
    const angle = share * Math.PI * 2 - Math.PI / 2
    const end = `${(176 + Math.cos(angle) * radius).toFixed(1)} ${(280 + Math.sin(angle) * radius).toFixed(1)}`
    return (
      circle(176, 280, radius, 'none', { stroke: mix(p.deep, p.paper, 0.15), 'stroke-width': 26 }) +
      line(`M176 ${280 - radius}A${radius} ${radius} 0 ${share > 0.5 ? 1 : 0} 1 ${end}`, tone, 26)
    )
  }
  return [
    rect(0, 0, 352, 752, p.deep),
    ring(124, r.float(0.6, 0.92), p.a),
    ring(90, r.float(0.4, 0.8), p.b),
    ring(56, r.float(0.3, 0.7), p.paper),
    text(`${r.int(4, 12)}.${r.int(100, 980)}`, 176, 498, 62, p.paper, { anchor: 'middle' }),
    bar(126, 520, 100, 12, mix(p.deep, p.paper, 0.4)),
    ...range(7).map((i) => {
      const tall = r.int(30, 120)
      return rect(42 + i * 40, 700 - tall, 24, tall, i === 4 ? p.b : p.a, { rx: 12 })
    }),
  ].join('')
}

const chat: Screen = ({ random: r, palette: p }) =>
  [
    rect(0, 0, 352, 110, p.b),
    circle(58, 76, 22, p.paper),
    bar(94, 66, 110, 16, p.paper),
    ...range(6).map((i) => {
      const mine = i % 2 === 1
      const width = r.int(150, 240)
      const x = mine ? 330 - width : 22
      const y = 140 + i * 88
      return (
        rect(x, y, width, 68, mine ? p.a : quiet(p, 0.1), { rx: 24 }) +
        bar(x + 22, y + 20, width - 50, 10, mine ? p.deep : quiet(p, 0.5)) +
        bar(x + 22, y + 40, (width - 50) * 0.6, 10, mine ? p.deep : quiet(p, 0.5))
      )
    }),
    rect(22, 684, 308, 50, quiet(p, 0.1), { rx: 25 }),
  ].join('')

const player: Screen = ({ random: r, palette: p }) =>
  [
    rect(0, 0, 352, 752, p.c),
    rect(36, 96, 280, 280, p.deep, { rx: 28 }),
    ...range(4).map((i) =>
      path(
        `M${36 + 140 - 130 + i * 30} 376a${130 - i * 30} ${130 - i * 30} 0 0 1 ${260 - i * 60} 0Z`,
        [p.b, p.deep, p.a, p.paper][i] ?? p.b,
      ),
    ),
    bar(36, 416, 190, 20, p.deep),
    bar(36, 452, 120, 14, mix(p.c, p.deep, 0.5)),
    ...range(28).map((i) => {
      const tall = 14 + Math.abs(Math.sin(i * 0.9)) * 50 + r.int(0, 14)
      return rect(36 + i * 10, 550 - tall / 2, 6, tall, i < 13 ? p.deep : mix(p.c, p.deep, 0.35), { rx: 3 })
    }),
    circle(176, 658, 46, p.deep),
    path('M162 634L202 658L162 682Z', p.paper),
    circle(76, 658, 22, mix(p.c, p.deep, 0.25)),
    circle(276, 658, 22, mix(p.c, p.deep, 0.25)),
  ].join('')

const wallet: Screen = ({ random: r, palette: p }) =>
  [
    rect(24, 90, 304, 186, p.deep, { rx: 26 }),
    circle(276, 226, 26, p.b),
    circle(244, 226, 26, p.a, { opacity: 0.9 }),
    text(`${r.int(1, 9)}.${r.int(100, 999)} €`, 48, 172, 48, p.paper),
    bar(48, 118, 90, 11, mix(p.deep, p.paper, 0.4)),
    path(
      `${smooth(range(7).map((i) => [24 + i * 51, 410 - i * 8 + r.int(-34, 34)] as const))}V470H24Z`,
      mix(p.a, p.paper, 0.4),
    ),
    ...range(4).map((i) => {
      const y = 500 + i * 62
      return (
        circle(50, y + 22, 22, [p.b, p.c, p.a, p.deep][i] ?? p.b) +
        bar(88, y + 10, r.int(80, 130), 12, quiet(p, 0.6)) +
        bar(88, y + 30, r.int(50, 80), 9, quiet(p, 0.25)) +
        bar(270, y + 16, 58, 13, i % 2 === 0 ? p.b : p.a)
      )
    }),
  ].join('')

const cards: Screen = ({ random: r, palette: p, word }) =>
  [
    text(word.slice(0, 11), 28, 122, 46, p.deep),
    rect(28, 150, 296, 250, p.b, { rx: 30 }),
    path('M28 340Q110 240 190 320T324 280V370a30 30 0 0 1 -30 30H58a30 30 0 0 1 -30 -30Z', p.deep),
    circle(250, 222, 34, p.paper),
    ...range(4).map(
      (i) =>
        rect(
          28 + (i % 2) * 154,
          426 + Math.floor(i / 2) * 156,
          142,
          140,
          [p.a, p.c, quiet(p, 0.12), p.a][i] ?? p.a,
          { rx: 26 },
        ) +
        circle(66 + (i % 2) * 154, 466 + Math.floor(i / 2) * 156, 18, p.deep) +
        bar(48 + (i % 2) * 154, 524 + Math.floor(i / 2) * 156, r.int(60, 100), 12, p.deep),
    ),
  ].join('')

const SCREENS: Screen[] = [list, map, rings, chat, player, wallet, cards]
