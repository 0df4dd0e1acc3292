import { circle, line, mix, path, range, rect, smooth, text } from '../draw.ts'
import { type Family, variantOf } from '../family.ts'

/** Figures as posters. */
export const charts: Family = (scene) =>
  variantOf(scene, [columns, areas, donut, calendar, bubbles, radial])(scene)

const columns: Family = ({ random: r, palette: p }) => {
  const count = r.int(9, 12)
  const step = 1320 / count
  const lit = r.int(Math.floor(count / 2), count - 2)
  const values = range(count).map((i) => 140 + (i / count) * 260 + r.int(0, 240))
  const points = values.map(
    (value, i) => [140 + i * step + step / 2, 800 - value - 70 - r.int(0, 30)] as const,
  )
  return [
    rect(0, 0, 1600, 1000, p.bg),
    ...range(6).map((i) => line(`M140 ${800 - i * 130}H1460`, mix(p.bg, p.ink, 0.18), 2)),
    ...values.map((value, i) => {
      const x = 140 + i * step + step * 0.18
      const width = step * 0.64
      const split = value * r.float(0.25, 0.45)
      return (
        rect(x, 800 - value, width, value, i === lit ? p.b : p.a, { rx: 10 }) +
        rect(x, 800 - split, width, split, i === lit ? mix(p.b, p.deep, 0.35) : mix(p.a, p.deep, 0.4), {
          rx: 10,
        })
      )
    }),
    line(smooth(points), p.paper, 7),
    ...points.map(([x, y], i) =>
      circle(
        x,
        y,
        i === lit ? 18 : 11,
        i === lit ? p.b : p.paper,
        i === lit ? { stroke: p.paper, 'stroke-width': 7 } : {},
      ),
    ),
    line('M120 800H1480', p.ink, 6),
    ...range(count).map((i) =>
      text('EFMAMJJASOND'[i % 12] ?? '', 140 + i * step + step / 2, 862, 34, p.ink, {
        anchor: 'middle',
        opacity: 0.7,
      }),
    ),
  ].join('')
}

const areas: Family = ({ random: r, palette: p }) => {
  const layers = [p.a, p.b, p.c, p.paper]
  const curve = (base: number, swing: number) =>
    range(9).map(
      (i) =>
        [i * 200, base - i * 20 + Math.sin(i * r.float(0.8, 1.3) + base) * swing + r.int(-30, 30)] as const,
    )
  const last = r.int(5, 6)
  const front = curve(760, 60)
  const mark = front[last] ?? [1000, 500]
  return [
    rect(0, 0, 1600, 1000, p.bg),
    ...range(9).map((i) => line(`M${i * 200} 0V1000`, mix(p.bg, p.ink, 0.12), 2)),
    ...layers
      .slice(0, 3)
      .map((tone, i) =>
        path(`${smooth(curve(430 + i * 150, 80 - i * 10))}V1000H0Z`, tone, { opacity: i === 0 ? 1 : 0.92 }),
      ),
    path(`${smooth(front)}V1000H0Z`, p.deep),
    line(smooth(front), p.paper, 8),
    line(`M${mark[0]} 120V${mark[1]}`, p.paper, 4, { 'stroke-dasharray': '3 16' }),
    circle(mark[0], mark[1], 20, p.b, { stroke: p.paper, 'stroke-width': 8 }),
    rect(mark[0] - 130, 80, 260, 104, p.paper, { rx: 20 }),
    text(`+${r.int(12, 68)} %`, mark[0], 152, 58, p.deep, { anchor: 'middle' }),
  ].join('')
}

const donut: Family = ({ random: r, palette: p }) => {
  const shares = [r.float(0.32, 0.46), r.float(0.18, 0.26), r.float(0.1, 0.16)]
  shares.push(1 - shares.reduce((sum, share) => sum + share, 0))
  const tones = [p.a, p.b, p.paper, mix(p.c, p.deep, 0.35)]
  let angle = -Math.PI / 2
  const arcs = shares.map((share, i) => {
    const from = angle + 0.03
    angle += share * Math.PI * 2
    const at = (turn: number) =>
      `${(560 + Math.cos(turn) * 290).toFixed(1)} ${(500 + Math.sin(turn) * 290).toFixed(1)}`
    return line(`M${at(from)}A290 290 0 ${share > 0.5 ? 1 : 0} 1 ${at(angle - 0.03)}`, tones[i] ?? p.a, 120, {
      'stroke-linecap': 'butt',
    })
  })
  return [
    rect(0, 0, 1600, 1000, p.bg),
    circle(560, 500, 420, mix(p.bg, p.c, 0.45)),
    ...arcs,
    text(`${Math.round((shares[0] ?? 0) * 100)}`, 560, 552, 170, p.ink, { anchor: 'middle', tracking: -20 }),
    ...shares.map((share, i) => {
      const y = 270 + i * 130
      return (
        circle(1104, y + 32, 22, tones[i] ?? p.a) +
        rect(1156, y, 300, 18, mix(p.bg, p.ink, 0.35), { rx: 9 }) +
        rect(1156, y + 44, 300, 18, mix(p.bg, p.ink, 0.14), { rx: 9 }) +
        rect(1156, y + 44, 300 * Math.min(1, share * 1.9), 18, tones[i] ?? p.a, { rx: 9 })
      )
    }),
  ].join('')
}

const calendar: Family = ({ random: r, palette: p }) => {
  const size = r.pick([74, 92])
  const gap = 12
  const columns = Math.floor(1480 / size)
  const rows = Math.floor(880 / size)
  const left = (1600 - columns * size + gap) / 2
  const top = (1000 - rows * size + gap) / 2
  const peak = [r.float(0.2, 0.8), r.float(0.2, 0.8)] as const
  const levels = [mix(p.bg, p.ink, 0.1), mix(p.bg, p.a, 0.35), mix(p.bg, p.a, 0.7), p.a, p.b]
  return [
    rect(0, 0, 1600, 1000, p.bg),
    ...range(rows * columns).map((i) => {
      const [x, y] = [i % columns, Math.floor(i / columns)]
      const far = Math.hypot(x / columns - peak[0], (y / rows - peak[1]) * 0.6)
      const level = Math.max(0, Math.min(4, Math.round(4.4 - far * 8 + r.float(-1.6, 1.2))))
      return rect(left + x * size, top + y * size, size - gap, size - gap, levels[level] ?? p.a, { rx: 14 })
    }),
  ].join('')
}

const bubbles: Family = ({ random: r, palette: p }) => {
  const placed: [number, number, number][] = []
  for (let tries = 0; tries < 900 && placed.length < 34; tries++) {
    const radius = placed.length < 3 ? r.int(120, 190) : placed.length < 12 ? r.int(45, 95) : r.int(14, 40)
    const [x, y] = [r.int(radius + 60, 1540 - radius), r.int(radius + 60, 940 - radius)]
    if (placed.every(([ox, oy, or]) => Math.hypot(x - ox, y - oy) > radius + or + 12))
      placed.push([x, y, radius])
  }
  const tones = [p.a, p.b, p.c, p.paper]
  return [
    rect(0, 0, 1600, 1000, p.bg),
    ...placed.map(([x, y, radius], i) => {
      const tone = tones[i % 4] ?? p.a
      const rings =
        radius > 100
          ? circle(x, y, radius * 0.62, mix(tone, p.deep, 0.25)) + circle(x, y, radius * 0.26, tone)
          : ''
      return circle(x, y, radius, tone) + rings
    }),
    line(smooth(placed.slice(0, 5).map(([x, y]) => [x, y] as const)), p.deep, 6, {
      'stroke-dasharray': '2 18',
    }),
  ].join('')
}

const radial: Family = ({ random: r, palette: p }) => {
  const count = 60
  const center = r.pick([
    [800, 1000],
    [800, 500],
    [1600, 1000],
  ] as const)
  const inner = center[1] === 500 ? 150 : 260
  return [
    rect(0, 0, 1600, 1000, p.bg),
    ...range(4).map((i) =>
      circle(center[0], center[1], inner + 120 + i * 170, 'none', {
        stroke: mix(p.bg, p.ink, 0.16),
        'stroke-width': 3,
      }),
    ),
    ...range(count).map((i) => {
      const angle = (i / count) * Math.PI * 2
      const long =
        inner + 60 + (Math.sin(i * 0.55) * 0.5 + 0.5) * (center[1] === 500 ? 200 : 420) + r.int(0, 70)
      const at = (radius: number) =>
        `${(center[0] + Math.cos(angle) * radius).toFixed(1)} ${(center[1] + Math.sin(angle) * radius).toFixed(1)}`
      return line(
        `M${at(inner)}L${at(long)}`,
        i % 9 === 0 ? p.b : i % 2 === 0 ? p.a : p.paper,
        center[1] === 500 ? 11 : 20,
      )
    }),
    circle(center[0], center[1], inner - 40, p.b),
    circle(center[0], center[1], inner - 95, p.deep),
  ].join('')
}
