import { circle, line, mix, range, rect, text } from '../draw.ts'
import { type Family, type Scene, variantOf } from '../family.ts'

/** Source text from so far away that only its shape is left. */
export const code: Family = (scene) => variantOf(scene, [editor, wall, terminal, braces])(scene)

const token = (x: number, y: number, width: number, fill: string) => rect(x, y, width, 20, fill, { rx: 10 })

function tones({ palette: p }: Scene) {
  return [p.a, p.b, p.paper, p.paper, mix(p.deep, p.paper, 0.5), p.c]
}

function lines(scene: Scene, x: number, y: number, width: number, count: number, step = 44) {
  const r = scene.random
  let depth = 0
  return range(count)
    .map((i) => {
      if (i > 0 && r.chance(0.12)) return ''
      depth = Math.max(0, Math.min(4, depth + r.pick([-1, 0, 0, 1])))
      let at = x + depth * 52
      const drawn: string[] = []
      const words = r.int(1, 5)
      for (let word = 0; word < words && at < x + width - 90; word++) {
        const long = Math.min(r.int(40, 190), x + width - at)
        drawn.push(
          token(
            at,
            y + i * step,
            long,
            word === 0
              ? r.pick([scene.palette.a, scene.palette.b, scene.palette.paper])
              : r.pick(tones(scene)),
          ),
        )
        at += long + 18
      }
      return drawn.join('')
    })
    .join('')
}

const editor = (scene: Scene) => {
  const { random: r, palette: p, word } = scene
  const [x, y] = r.pick([
    [150, 130],
    [300, 100],
    [110, 170],
  ] as const)
  return [
    rect(0, 0, 1600, 1000, p.bg),
    circle(r.int(900, 1500), r.int(100, 300), 300, p.c),
    rect(x + 24, y + 28, 1300, 900, p.deep, { rx: 26, opacity: 0.4 }),
    rect(x, y, 1300, 900, mix(p.deep, '#000000', 0.2), { rx: 26 }),
    rect(x, y + 26, 1300, 44, mix(p.deep, p.paper, 0.07)),
    rect(x + 26, y, 330, 70, mix(p.deep, p.paper, 0.16), { rx: 20 }),
    circle(x + 62, y + 36, 11, p.b),
    text(word.toLowerCase().slice(0, 12), x + 88, y + 47, 32, p.paper),
    ...range(18).map((i) => rect(x + 40, y + 122 + i * 44, 24, 14, mix(p.deep, p.paper, 0.22), { rx: 7 })),
    rect(x, y + 106 + r.int(4, 9) * 44, 1300, 48, mix(p.deep, p.a, 0.16)),
    lines(scene, x + 110, y + 120, 1100, 18),
  ].join('')
}

const wall = (scene: Scene) => {
  const { palette: p } = scene
  return [
    rect(0, 0, 1600, 1000, p.deep),
    ...range(3).map((column) => lines(scene, 70 + column * 510, 60, 440, 21, 43)),
    rect(0, 0, 14, 1000, p.b),
  ].join('')
}

const terminal = (scene: Scene) => {
  const { random: r, palette: p, word } = scene
  return [
    rect(0, 0, 1600, 1000, p.bg),
    rect(120, 110, 1360, 780, p.deep, { rx: 28 }),
    ...[p.b, p.a, p.c].map((tone, i) => circle(172 + i * 40, 160, 12, tone)),
    text('>', 170, 292, 64, p.b),
    text(word.toLowerCase(), 230, 292, 64, p.paper),
    ...range(8).map((i) => {
      const y = 350 + i * 50
      const done = r.float(0.4, 1)
      return i < 5
        ? line(`M176 ${y + 10}l8 9l16 -20`, p.a, 5) +
            token(226, y, r.int(160, 420), mix(p.deep, p.paper, 0.45)) +
            token(1180 - r.int(0, 40), y, 160, mix(p.deep, p.paper, 0.2))
        : i === 6
          ? rect(176, y, 1164, 26, mix(p.deep, p.paper, 0.14), { rx: 13 }) +
            rect(176, y, 1164 * done, 26, p.b, { rx: 13 })
          : ''
    }),
    text('>', 170, 818, 64, p.b),
    rect(232, 772, 30, 54, p.paper),
  ].join('')
}

const braces = (scene: Scene) => {
  const { random: r, palette: p } = scene
  const [open, close] = r.pick([
    ['{', '}'],
    ['<', '>'],
    ['(', ')'],
    ['[', ']'],
  ] as const)
  return [
    rect(0, 0, 1600, 1000, p.bg),
    text(open, 310, 730, 780, p.a, { anchor: 'middle' }),
    text(close, 1290, 730, 780, p.a, { anchor: 'middle' }),
    ...range(6).map((i) => {
      const indent = i === 0 || i === 5 ? 0 : 70
      const first = r.int(110, 210)
      const second = Math.min(r.int(90, 230), 470 - indent - first - 24)
      const [x, y] = [565 + indent, 300 + i * 74]
      return (
        rect(x, y, first, 36, r.pick([p.b, p.ink]), { rx: 18 }) +
        rect(x + first + 24, y, second, 36, r.pick([p.c, p.paper, p.b]), { rx: 18 })
      )
    }),
  ].join('')
}
