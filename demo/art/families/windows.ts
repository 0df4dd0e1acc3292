import { circle, group, line, mix, path, range, rect, smooth, text } from '../draw.ts'
import { type Family, type Scene, variantOf } from '../family.ts'
import { inkOn } from '../palettes.ts'

/** An application in its window. */
export const windows: Family = (scene) => {
  const { random: r, palette: p, word } = scene
  const screen = variantOf(scene, [dashboard, shop, board, article, table, inbox])
  const [x, y, width, height] = r.pick([
    [170, 120, 1260, 820],
    [130, 150, 1340, 900],
    [240, 90, 1500, 960],
  ] as const)
  return [
    rect(0, 0, 1600, 1000, p.bg),
    backdrop(scene),
    rect(x + 22, y + 26, width, height, p.deep, { rx: 26, opacity: 0.35 }),
    rect(x, y, width, height, p.paper, { rx: 24 }),
    path(
      `M${x} ${y + 60}V${y + 24}a24 24 0 0 1 24 -24H${x + width - 24}a24 24 0 0 1 24 24V${y + 60}Z`,
      mix(p.paper, p.deep, 0.1),
    ),
    ...[p.b, p.c, p.a].map((tone, i) => circle(x + 36 + i * 30, y + 30, 9, tone)),
    rect(x + width * 0.3, y + 17, width * 0.4, 26, p.paper, { rx: 13 }),
    `<svg x="${x}" y="${y + 60}" width="${width}" height="${height - 60}" viewBox="0 0 ${width} ${height - 60}">${screen(scene, width, height - 60, word)}</svg>`,
  ].join('')
}

type Screen = (scene: Scene, width: number, height: number, word: string) => string

const quiet = (p: Scene['palette'], share = 0.12) => mix(p.paper, p.deep, share)
const bar = (x: number, y: number, width: number, height: number, fill: string) =>
  rect(x, y, width, height, fill, { rx: height / 2 })

function backdrop({ random: r, palette: p }: Scene) {
  return r.pick([
    () => circle(r.int(150, 1450), r.int(60, 900), r.int(260, 420), p.c),
    () => path('M0 1000A1000 1000 0 0 1 1000 0H1600V1000Z', p.c),
    () =>
      group(
        { opacity: 0.8 },
        ...range(9).map((i) => line(`M${i * 200 - 200} 1040L${i * 200 + 600} -40`, p.c, 60)),
      ),
    () =>
      range(8)
        .map((i) => circle(800, 1040, 1000 - i * 120, i % 2 === 0 ? p.c : p.bg))
        .join(''),
  ])()
}

const dashboard: Screen = ({ random: r, palette: p }, w, h, word) => {
  const points = range(9).map((i) => [270 + (i * (w - 320)) / 8, h * 0.62 - i * 12 - r.int(0, 120)] as const)
  return [
    rect(0, 0, 220, h, p.deep),
    text(word.slice(0, 9), 32, 62, 34, p.paper),
    ...range(6).map(
      (i) =>
        circle(44, 122 + i * 54, 10, i === 1 ? p.a : mix(p.deep, p.paper, 0.3)) +
        bar(70, 114 + i * 54, 60 + ((i * 37) % 60), 14, i === 1 ? p.a : mix(p.deep, p.paper, 0.3)),
    ),
    ...range(3).map((i) => {
      const width = (w - 320) / 3 - 14
      const x = 260 + i * (width + 24)
      return (
        rect(x, 36, width, 130, quiet(p, 0.06), { rx: 16 }) +
        bar(x + 22, 60, 90, 12, quiet(p, 0.25)) +
        text(
          ['1.284', '86 %', '312'][i] ?? '',
          x + 20,
          138,
          50,
          [p.deep, mix(p.a, p.deep, 0.35), mix(p.b, p.deep, 0.25)][i] ?? p.deep,
        )
      )
    }),
    rect(260, 196, w - 300, h * 0.52, quiet(p, 0.06), { rx: 16 }),
    path(`${smooth(points)}V${196 + h * 0.52 - 16}H270Z`, p.a, { opacity: 0.3 }),
    line(smooth(points), p.a, 7),
    ...points.slice(5, 6).map(([x, y]) => circle(x, y, 14, p.b, { stroke: p.paper, 'stroke-width': 6 })),
    ...range(3).map((i) =>
      bar(270, 230 + h * 0.52 + i * 40, r.int(200, w - 420), 16, [p.c, p.a, p.b][i] ?? p.c),
    ),
  ].join('')
}

const shop: Screen = ({ random: r, palette: p }, w, h, word) => {
  const columns = 4
  const width = (w - 80 - 24 * (columns - 1)) / columns
  return [
    text(word, 40, 66, 44, p.deep),
    ...range(3).map((i) => bar(w - 380 + i * 120, 44, 84, 16, quiet(p, 0.3))),
    ...range(columns * 2).map((i) => {
      const [x, y] = [40 + (i % columns) * (width + 24), 104 + Math.floor(i / columns) * (h * 0.47)]
      const tall = h * 0.35
      const tone = r.pick([p.a, p.b, p.c, quiet(p, 0.2), p.bg])
      const second = r.pick([p.deep, p.paper, p.b, p.a].filter((color) => color !== tone))
      const cx = x + width / 2
      const cy = y + tall / 2
      const goods = r.pick([
        () => circle(cx, cy, tall * 0.3, second),
        () => path(`M${cx - 60} ${y + tall - 30}V${cy}a60 60 0 0 1 120 0V${y + tall - 30}Z`, second),
        () => path(`M${cx} ${y + 30}L${cx + 80} ${y + tall - 40}H${cx - 80}Z`, second),
        () =>
          rect(cx - 55, y + 50, 110, tall - 80, second, { rx: 20 }) +
          rect(cx - 22, y + 26, 44, 30, second, { rx: 6 }),
      ])()
      return (
        rect(x, y, width, tall, tone, { rx: 18 }) +
        goods +
        bar(x, y + tall + 20, width * 0.6, 14, quiet(p, 0.55)) +
        bar(x, y + tall + 46, width * 0.3, 14, p.b)
      )
    }),
  ].join('')
}

const board: Screen = ({ random: r, palette: p }, w, _h, word) => {
  const width = (w - 80 - 24 * 3) / 4
  return [
    text(word, 40, 64, 40, p.deep),
    ...range(4).map((i) =>
      circle(w - 60 - i * 40, 50, 22, [p.a, p.b, p.c, p.deep][i] ?? p.a, {
        stroke: p.paper,
        'stroke-width': 5,
      }),
    ),
    ...range(4).map((column) => {
      const x = 40 + column * (width + 24)
      let y = 156
      const cards = range(r.int(2, 5)).map((card) => {
        const tall = r.pick([96, 126, 168])
        const at = y
        y += tall + 18
        const tone = [p.a, p.b, p.c, p.deep][column] ?? p.a
        const picture =
          tall === 168 ? rect(x + 16, at + 18, width - 32, 60, mix(tone, p.paper, 0.45), { rx: 8 }) : ''
        const below = tall === 168 ? 62 : 0
        return (
          rect(x + 4, at, width - 8, tall, p.paper, { rx: 12 }) +
          picture +
          bar(x + 20, at + 28 + below, 46, 12, tone) +
          bar(x + 20, at + 56 + below, (width - 60) * (card % 2 === 0 ? 0.9 : 0.6), 12, quiet(p, 0.4))
        )
      })
      return (
        rect(x, 100, width, 900, quiet(p, 0.09), { rx: 16 }) +
        bar(x + 20, 120, 110, 16, p.deep) +
        cards.join('')
      )
    }),
  ].join('')
}

const article: Screen = ({ random: r, palette: p }, w, h, word) => {
  const hero = r.pick([p.c, p.a, p.b])
  const ink = inkOn(hero, p)
  return [
    rect(0, 0, w, h * 0.5, hero),
    circle(w * 0.76, h * 0.5, h * 0.36, p.deep),
    circle(w * 0.76, h * 0.5, h * 0.2, p.paper),
    rect(0, h * 0.5, w, h * 0.5, p.paper),
    path(`M${w * 0.76 - h * 0.36} ${h * 0.5}a${h * 0.36} ${h * 0.36} 0 0 1 ${h * 0.72} 0Z`, p.deep),
    path(`M${w * 0.76 - h * 0.2} ${h * 0.5}a${h * 0.2} ${h * 0.2} 0 0 1 ${h * 0.4} 0Z`, p.paper),
    text(word, 64, h * 0.36, Math.min(150, 1400 / Math.max(6, word.length)), ink, { tracking: -15 }),
    bar(64, h * 0.41, 240, 16, mix(ink, hero, 0.25)),
    ...range(8).map((i) =>
      bar(
        64 + (i > 3 ? w * 0.47 : 0),
        h * 0.59 + (i % 4) * 44,
        w * (i % 4 === 3 ? 0.2 : 0.36 + (i % 3) * 0.02),
        14,
        quiet(p, 0.35),
      ),
    ),
    rect(64, h * 0.59 + 200, 190, 60, p.b, { rx: 30 }),
  ].join('')
}

const table: Screen = ({ random: r, palette: p }, w, h, word) =>
  [
    text(word, 40, 68, 44, p.deep),
    rect(w - 220, 34, 180, 48, p.a, { rx: 24 }),
    bar(w - 180, 52, 100, 12, p.paper),
    rect(0, 112, w, 56, quiet(p, 0.1)),
    ...range(5).map((i) => bar(60 + i * ((w - 100) / 5), 132, 90, 14, quiet(p, 0.5))),
    ...range(Math.ceil(h / 76)).map((row) => {
      const y = 168 + row * 76
      const tone = r.pick([p.a, p.b, p.c])
      return [
        line(`M0 ${y + 76}H${w}`, quiet(p, 0.12), 2),
        circle(80, y + 38, 22, r.pick([p.a, p.b, p.c, p.deep])),
        bar(116, y + 31, r.int(70, 130), 14, quiet(p, 0.6)),
        ...range(2).map((i) =>
          bar(60 + (i + 1) * ((w - 100) / 5), y + 31, r.int(60, 150), 14, quiet(p, 0.25)),
        ),
        rect(60 + 3 * ((w - 100) / 5), y + 20, 120, 36, mix(tone, p.paper, 0.55), { rx: 18 }),
        bar(84 + 3 * ((w - 100) / 5), y + 32, 72, 12, mix(tone, p.deep, 0.4)),
      ].join('')
    }),
  ].join('')

const inbox: Screen = ({ random: r, palette: p }, w, h, word) =>
  [
    rect(0, 0, w * 0.32, h, quiet(p, 0.07)),
    text(word, 36, 64, 38, p.deep),
    ...range(7).map((i) => {
      const y = 100 + i * 100
      const lit = i === 1 ? rect(16, y, w * 0.32 - 32, 88, mix(p.a, p.paper, 0.6), { rx: 14 }) : ''
      return (
        lit +
        circle(66, y + 44, 28, [p.a, p.b, p.c, p.deep][i % 4] ?? p.a) +
        bar(112, y + 28, r.int(90, 150), 13, quiet(p, 0.6)) +
        bar(112, y + 54, r.int(120, 200), 11, quiet(p, 0.25))
      )
    }),
    ...range(6).map((i) => {
      const mine = i % 3 === 1 || i === 4
      const width = r.int(220, 400)
      const x = mine ? w - 60 - width : w * 0.32 + 60
      const y = 60 + i * 124
      return (
        rect(x, y, width, 92, mine ? p.a : quiet(p, 0.1), { rx: 28 }) +
        bar(x + 28, y + 28, width - 70, 13, mine ? p.paper : quiet(p, 0.45)) +
        bar(x + 28, y + 54, (width - 70) * 0.6, 13, mine ? p.paper : quiet(p, 0.45))
      )
    }),
  ].join('')
