import { circle, line, mix, path, range, rect } from '../draw.ts'
import { type Family, variantOf } from '../family.ts'

/** Services and what runs between them. */
export const networks: Family = (scene) => variantOf(scene, [hub, pipeline, layers, queue])(scene)

const hub: Family = ({ random: r, palette: p }) => {
  const inner = r.int(5, 7)
  const center = [800, 500] as const
  const turn = r.float(0, 6.28)
  const nodes = range(inner).map((i) => {
    const angle = turn + (i / inner) * Math.PI * 2
    return [center[0] + Math.cos(angle) * 360, center[1] + Math.sin(angle) * 260, angle] as const
  })
  const leaves = nodes.flatMap(([x, y, angle]) =>
    range(r.int(2, 4)).map((i, _, all) => {
      const spread = angle + (i - (all.length - 1) / 2) * 0.55
      return {
        from: [x, y] as const,
        x: x + Math.cos(spread) * r.int(190, 290),
        y: y + Math.sin(spread) * r.int(150, 200),
      }
    }),
  )
  return [
    rect(0, 0, 1600, 1000, p.bg),
    ...range(3).map((i) =>
      circle(800, 500, 200 + i * 190, 'none', { stroke: mix(p.bg, p.ink, 0.14), 'stroke-width': 3 }),
    ),
    ...leaves.map(({ from, x, y }) => line(`M${from[0]} ${from[1]}L${x} ${y}`, mix(p.bg, p.ink, 0.5), 4)),
    ...nodes.map(([x, y]) => line(`M800 500L${x} ${y}`, p.ink, 9)),
    ...leaves.map(({ x, y }, i) => circle(x, y, 26, i % 3 === 0 ? p.c : p.paper) + circle(x, y, 10, p.deep)),
    ...nodes.map(([x, y], i) => {
      const tone = i % 2 === 0 ? p.a : p.b
      return (
        rect(x - 62, y - 62, 124, 124, tone, { rx: 30 }) +
        range(3)
          .map((k) => rect(x - 34, y - 30 + k * 24, 68, 12, p.deep, { rx: 6 }))
          .join('')
      )
    }),
    circle(800, 500, 130, p.paper),
    circle(800, 500, 88, p.deep),
    path('M756 524a44 44 0 0 1 88 0Z', p.a),
  ].join('')
}

const pipeline: Family = ({ random: r, palette: p }) => {
  const columns = 5
  const ys = range(columns).map((i) =>
    i === 0 || i === columns - 1
      ? [500]
      : r.pick([
          [320, 680],
          [260, 500, 740],
          [400, 620],
        ]),
  )
  const x = (column: number) => 180 + column * 310
  const wires = ys.slice(0, -1).flatMap((column, i) =>
    column.flatMap((from) =>
      (ys[i + 1] ?? []).map((to) =>
        line(`M${x(i)} ${from}C${x(i) + 155} ${from} ${x(i) + 155} ${to} ${x(i + 1)} ${to}`, p.ink, 7, {
          opacity: 0.7,
        }),
      ),
    ),
  )
  return [
    rect(0, 0, 1600, 1000, p.bg),
    ...range(columns).map((i) => (i % 2 === 1 ? rect(x(i) - 140, 0, 280, 1000, mix(p.bg, p.c, 0.6)) : '')),
    ...wires,
    ...ys.flatMap((column, i) =>
      column.map((y, k) => {
        const tone = i === columns - 1 ? p.b : (i + k) % 2 === 0 ? p.a : p.paper
        const mark = line(`M${x(i) - 30} ${y + 2}l22 24l40 -50`, p.deep, 14)
        const wait = range(3)
          .map((dot) => circle(x(i) - 34 + dot * 34, y, 12, p.deep))
          .join('')
        return (
          circle(x(i), y, i === columns - 1 ? 112 : 84, mix(p.bg, p.deep, 0.35)) +
          circle(x(i), y, i === columns - 1 ? 96 : 70, tone) +
          ((i + k) % 3 === 2 ? wait : mark)
        )
      }),
    ),
  ].join('')
}

const layers: Family = ({ random: r, palette: p }) => {
  const sizes = [r.int(3, 4), r.int(5, 6), r.int(5, 6), r.int(2, 3)]
  const spot = (column: number, row: number) =>
    [260 + column * 360, 500 + (row - ((sizes[column] ?? 1) - 1) / 2) * 150] as const
  const wires = sizes.slice(0, -1).flatMap((count, i) =>
    range(count).flatMap((from) =>
      range(sizes[i + 1] ?? 0).map((to) => {
        const [[x1, y1], [x2, y2]] = [spot(i, from), spot(i + 1, to)]
        const strong = r.chance(0.2)
        return line(`M${x1} ${y1}L${x2} ${y2}`, strong ? p.b : mix(p.bg, p.ink, 0.4), strong ? 8 : 3)
      }),
    ),
  )
  return [
    rect(0, 0, 1600, 1000, p.bg),
    ...wires,
    ...sizes.flatMap((count, i) =>
      range(count).map((row) =>
        circle(...spot(i, row), 48, [p.paper, p.a, p.c, p.b][i] ?? p.a, {
          stroke: p.deep,
          'stroke-width': 12,
        }),
      ),
    ),
  ].join('')
}

const queue: Family = ({ random: r, palette: p }) =>
  [
    rect(0, 0, 1600, 1000, p.bg),
    ...range(5).map((lane) => {
      const y = 150 + lane * 160
      const tone = [p.a, p.b, p.paper, p.c, p.a][lane] ?? p.a
      let x = -r.int(0, 120)
      const parts: string[] = []
      while (x < 1600) {
        const long = r.pick([70, 110, 110, 190, 260])
        if (!r.chance(0.22)) parts.push(rect(x, y, long, 84, r.chance(0.12) ? p.deep : tone, { rx: 20 }))
        x += long + 22
      }
      return line(`M0 ${y + 42}H1600`, mix(p.bg, p.ink, 0.25), 4) + parts.join('')
    }),
    rect(1060, 90, 150, 820, p.deep, { rx: 44 }),
    ...range(5).map((lane) =>
      circle(1135, 192 + lane * 160, 36, lane === 2 ? p.b : mix(p.deep, p.paper, 0.2)),
    ),
  ].join('')
