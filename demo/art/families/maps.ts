import { circle, line, mix, path, range, rect, smooth } from '../draw.ts'
import { type Family, variantOf } from '../family.ts'

/** Cities seen from above. */
export const maps: Family = (scene) => variantOf(scene, [streets, metro, plots])(scene)

const streets: Family = ({ random: r, palette: p }) => {
  const land = mix(p.paper, p.bg, 0.18)
  const block = () => r.pick([land, land, mix(land, p.c, 0.25), mix(land, p.deep, 0.08)])
  const xs = [0]
  while ((xs.at(-1) ?? 0) < 2100) xs.push((xs.at(-1) ?? 0) + r.pick([90, 120, 150, 190]))
  const ys = [0]
  while ((ys.at(-1) ?? 0) < 1700) ys.push((ys.at(-1) ?? 0) + r.pick([80, 110, 140]))
  const blocks = xs.slice(0, -1).flatMap((x, i) =>
    ys.slice(0, -1).map((y, k) => {
      const width = (xs[i + 1] ?? x) - x - 16
      const height = (ys[k + 1] ?? y) - y - 16
      if (r.chance(0.06))
        return (
          rect(x, y, width, height, p.a, { rx: 10 }) +
          circle(x + width / 2, y + height / 2, Math.min(width, height) / 4, mix(p.a, p.deep, 0.25))
        )
      return rect(x, y, width, height, block(), { rx: 8 })
    }),
  )
  const turn = r.int(-18, 18)
  const river = smooth([
    [-100, r.int(200, 800)],
    [350, r.int(250, 750)],
    [800, r.int(350, 650)],
    [1250, r.int(250, 750)],
    [1750, r.int(200, 800)],
  ])
  const route = range(7).map((i) => [220 + i * 195, r.int(200, 800)] as const)
  const steps = route.map(([x, y], i) => (i === 0 ? `M${x} ${y}` : `H${x}V${y}`)).join('')
  const [startX, startY] = route[0] ?? [0, 0]
  const [endX, endY] = route.at(-1) ?? [0, 0]
  return [
    rect(0, 0, 1600, 1000, mix(p.bg, p.deep, 0.15)),
    `<g transform="rotate(${turn} 800 500) translate(-260 -340)">${blocks.join('')}</g>`,
    line(river, mix(p.bg, p.deep, 0.15), 116),
    line(river, p.c, 84),
    `<g transform="rotate(${turn} 800 500)">${line(steps, p.deep, 30)}${line(steps, p.b, 16)}${circle(startX, startY, 24, p.paper, { stroke: p.deep, 'stroke-width': 12 })}</g>`,
    `<g transform="rotate(${turn} 800 500) translate(${endX} ${endY}) rotate(${-turn})">${path('M0 6C-62 -74 -66 -104 -66 -122a66 66 0 0 1 132 0C66 -104 62 -74 0 6Z', p.deep)}${circle(0, -122, 26, p.paper)}</g>`,
  ].join('')
}

const metro: Family = ({ random: r, palette: p }) => {
  const lanes = r.shuffle([180, 340, 500, 660, 820])
  const across = range(3).map((i) => {
    const [from, to] = [lanes[i] ?? 500, lanes[(i + 2) % 5] ?? 500]
    const bend = 300 + i * 240 + r.int(0, 2) * 60
    const fall = Math.abs(to - from)
    const points = [
      [-80, from],
      [bend, from],
      [bend + fall, to],
      [1680, to],
    ] as const
    return { points, tone: [p.b, p.a, p.paper][i] ?? p.a }
  })
  const down = range(2).map((i) => {
    const x = 380 + i * 560 + r.int(0, 4) * 50
    const shift = r.pick([-240, -160, 160, 240])
    const bend = r.int(2, 5) * 90
    const points = [
      [x, -80],
      [x, bend],
      [x + shift, bend + Math.abs(shift)],
      [x + shift, 1080],
    ] as const
    return { points, tone: i === 0 ? mix(p.c, p.deep, 0.3) : mix(p.b, p.deep, 0.3) }
  })
  const routes = [...down, ...across]
  const stops = routes.flatMap(({ points }) =>
    points.slice(0, -1).flatMap(([x1, y1], i) => {
      const [x2, y2] = points[i + 1] ?? [x1, y1]
      const count = Math.max(1, Math.round(Math.hypot(x2 - x1, y2 - y1) / 170))
      return range(count).map(
        (step) => [x1 + ((x2 - x1) * (step + 0.5)) / count, y1 + ((y2 - y1) * (step + 0.5)) / count] as const,
      )
    }),
  )
  const d = (points: (typeof routes)[number]['points']) =>
    points.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${x} ${y}`).join('')
  return [
    rect(0, 0, 1600, 1000, p.bg),
    line(
      smooth([
        [-100, r.int(500, 900)],
        [400, r.int(500, 900)],
        [1000, r.int(200, 600)],
        [1700, r.int(100, 500)],
      ]),
      mix(p.bg, p.c, 0.65),
      150,
    ),
    ...routes.map(({ points, tone }) => line(d(points), p.bg, 50) + line(d(points), tone, 30)),
    ...stops.map(([x, y], i) =>
      i % 7 === 3
        ? circle(x, y, 30, p.paper, { stroke: p.deep, 'stroke-width': 13 })
        : circle(x, y, 11, p.deep),
    ),
  ].join('')
}

const plots: Family = ({ random: r, palette: p }) => {
  const tones = [
    p.a,
    p.c,
    p.b,
    p.paper,
    mix(p.a, p.deep, 0.3),
    mix(p.c, p.deep, 0.25),
    mix(p.b, p.paper, 0.5),
  ]
  const fields: string[] = []
  const split = (x: number, y: number, w: number, h: number, depth: number) => {
    if (depth === 0 || (depth < 3 && r.chance(0.15)) || Math.min(w, h) < 150) {
      const tone = r.pick(tones)
      const furrow = mix(tone, p.deep, 0.18)
      const across = r.chance(0.5)
      const rows = r.chance(0.6)
        ? range(Math.floor((across ? h : w) / 26)).map((i) =>
            across
              ? rect(x + 14, y + 18 + i * 26, w - 28, 6, furrow, { rx: 3 })
              : rect(x + 18 + i * 26, y + 14, 6, h - 28, furrow, { rx: 3 }),
          )
        : range(Math.floor(w / 70) * Math.floor(h / 70)).map((i) =>
            circle(
              x + 40 + (i % Math.floor(w / 70)) * 70,
              y + 40 + Math.floor(i / Math.floor(w / 70)) * 70,
              14,
              furrow,
            ),
          )
      fields.push(rect(x + 5, y + 5, w - 10, h - 10, tone, { rx: 12 }) + rows.join(''))
      return
    }
    const share = r.float(0.35, 0.65)
    if (w > h) {
      split(x, y, w * share, h, depth - 1)
      split(x + w * share, y, w * (1 - share), h, depth - 1)
    } else {
      split(x, y, w, h * share, depth - 1)
      split(x, y + h * share, w, h * (1 - share), depth - 1)
    }
  }
  split(-200, -200, 2000, 1400, 6)
  return [
    rect(0, 0, 1600, 1000, p.bg),
    `<g transform="rotate(${r.int(-12, 12)} 800 500)">${fields.join('')}</g>`,
    line(
      smooth([
        [-60, r.int(100, 900)],
        [500, r.int(300, 700)],
        [1100, r.int(300, 700)],
        [1660, r.int(100, 900)],
      ]),
      p.bg,
      46,
    ),
  ].join('')
}
