import { circle, line, mix, path, range, rect, smooth } from '../draw.ts'
import { type Family, variantOf } from '../family.ts'
import { warm } from '../palettes.ts'

/** Water, sound and terrain. */
export const waves: Family = (scene) => variantOf(scene, [bands, strings, contours])(scene)

const bands: Family = ({ random: r, palette: p }) => {
  const layers = r.int(5, 7)
  const tones = [p.c, p.a, p.b, p.paper, mix(p.bg, p.deep, 0.5), p.deep]
  const sun = [r.int(300, 1300), r.int(200, 330), r.int(100, 170)] as const
  return [
    rect(0, 0, 1600, 1000, p.bg),
    circle(...sun, r.pick([warm(p), p.paper])),
    ...range(layers).map((i) => {
      const base = 380 + (i * 560) / layers
      const swing = r.int(40, 90)
      const length = r.int(260, 420)
      const phase = r.float(0, 6.28)
      const points = range(14).map(
        (k) => [k * 140 - 100, base + Math.sin((k * 140) / length + phase) * swing] as const,
      )
      const tone = i === layers - 1 ? p.deep : (tones[i % 5] ?? p.a)
      const crests = range(i === layers - 1 ? 4 : 2).map((crest) => {
        const below = points.map(([x, y]) => [x, y + 24 + crest * 22] as const)
        return line(smooth(below), mix(tone, i % 2 === 0 ? p.deep : p.paper, 0.22), 4)
      })
      return path(`${smooth(points)}V1000H-100Z`, tone) + crests.join('')
    }),
  ].join('')
}

const strings: Family = ({ random: r, palette: p }) => {
  const count = 18
  const hills = range(3).map((i) => ({
    at: 0.22 + i * 0.27 + r.float(-0.05, 0.05),
    width: r.float(0.07, 0.12),
    height: r.int(90, 150),
    phase: r.float(0, 6),
  }))
  const lit = [r.int(4, 7), r.int(11, 14)]
  return [
    rect(0, 0, 1600, 1000, p.bg),
    ...range(count).map((i) => {
      const y = 250 + i * 36
      const points = range(33).map((k) => {
        const x = k / 32
        const lift = hills.reduce(
          (sum, { at, width, height, phase }) =>
            sum + Math.exp(-(((x - at) / width) ** 2)) * height * (0.55 + 0.45 * Math.sin(i * 0.5 + phase)),
          0,
        )
        return [120 + x * 1360, y - lift] as const
      })
      const tone = i === lit[0] ? p.b : i === lit[1] ? p.a : p.ink
      // Each line hides what lies behind it, as hills do.
      return (
        path(`${smooth(points)}V${y + 60}H120Z`, p.bg) + line(smooth(points), tone, lit.includes(i) ? 12 : 5)
      )
    }),
  ].join('')
}

const contours: Family = ({ random: r, palette: p }) => {
  const hills = [
    [r.int(350, 620), r.int(300, 700), r.int(13, 16)],
    [r.int(1050, 1350), r.int(250, 750), r.int(9, 12)],
  ] as const
  const wobble = range(5).map(() => [r.float(0, 6.28), r.float(0.03, 0.1)] as const)
  const ring = (cx: number, cy: number, radius: number) => {
    const points = range(33).map((k) => {
      const angle = (k / 32) * Math.PI * 2
      const bend = wobble.reduce((sum, [phase, size], i) => sum + Math.sin(angle * (i + 1) + phase) * size, 1)
      return [cx + Math.cos(angle) * radius * bend * 1.25, cy + Math.sin(angle) * radius * bend] as const
    })
    return `${smooth(points)}Z`
  }
  return [
    rect(0, 0, 1600, 1000, p.bg),
    ...hills.flatMap(([x, y, count], hill) =>
      range(count).map((i) => {
        const step = count - i
        const d = ring(x, y, step * 46)
        const fill = mix(p.bg, hill === 0 ? p.a : p.c, Math.min(0.9, i * 0.06))
        return path(d, fill, {
          stroke: i % 4 === 3 ? p.paper : mix(p.bg, p.paper, 0.55),
          'stroke-width': i % 4 === 3 ? 5 : 2,
        })
      }),
    ),
    line(`M${hills[0][0]} ${hills[0][1]}Q800 ${r.int(120, 400)} ${hills[1][0]} ${hills[1][1]}`, p.b, 9, {
      'stroke-dasharray': '4 24',
    }),
    ...hills.map(([x, y]) => circle(x, y, 22, p.b) + circle(x, y, 9, p.paper)),
  ].join('')
}
