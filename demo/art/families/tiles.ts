import { circle, path, range, rect } from '../draw.ts'
import type { Family } from '../family.ts'

/** Quarter circles, halves, steps and dots on a strict grid. */
export const tiles: Family = ({ random: r, palette: p }) => {
  const size = r.pick([200, 200, 160])
  const columns = Math.ceil(1600 / size)
  const rows = Math.ceil(1000 / size)
  const taken = new Set<string>()
  const shapes = r.sample(Object.values(SHAPES), 5)
  const tones = [p.bg, p.bg, p.deep, p.c, p.a, p.b, p.paper]
  const drawn: string[] = []
  for (const y of range(rows)) {
    for (const x of range(columns)) {
      if (taken.has(`${x},${y}`)) continue
      const fitsTwice = x + 1 < columns && y + 1 < rows && !taken.has(`${x + 1},${y}`)
      const span = fitsTwice && r.chance(0.2) ? 2 : 1
      for (const [dx, dy] of [
        [0, 0],
        [1, 0],
        [0, 1],
        [1, 1],
      ] as const) {
        if (dx < span && dy < span) taken.add(`${x + dx},${y + dy}`)
      }
      const back = r.pick(tones)
      const front = r.pick(tones.filter((tone) => tone !== back))
      const third = r.pick(tones.filter((tone) => tone !== back && tone !== front))
      drawn.push(tile(x * size, y * size, size * span, r.int(0, 3), back, r.pick(shapes)(front, third)))
    }
  }
  return rect(0, 0, 1600, 1000, p.bg) + drawn.join('')
}

/** Shapes are drawn in a square of 100 and turned by quarters. */
const SHAPES: Record<string, (front: string, third: string) => string> = {
  quarter: (front) => path('M0 0H100A100 100 0 0 1 0 100Z', front),
  rings: (front, third) =>
    path('M0 0H100A100 100 0 0 1 0 100Z', front) +
    path('M0 0H66A66 66 0 0 1 0 66Z', third) +
    path('M0 0H33A33 33 0 0 1 0 33Z', front),
  half: (front) => path('M0 50A50 50 0 0 1 100 50Z', front),
  twoHalves: (front, third) =>
    path('M0 50A50 50 0 0 1 100 50Z', front) + path('M0 100A50 50 0 0 1 100 100Z', third),
  circle: (front, third) => circle(50, 50, 50, front) + circle(50, 50, 20, third),
  leaf: (front) => path('M0 0A100 100 0 0 1 100 100A100 100 0 0 1 0 0Z', front),
  triangle: (front) => path('M0 0L100 100H0Z', front),
  stairs: (front) => path('M0 100V75H25V50H50V25H75V0H100V100Z', front),
  dots: (front) =>
    range(9)
      .map((i) => circle(20 + (i % 3) * 30, 20 + Math.floor(i / 3) * 30, 8, front))
      .join(''),
  bars: (front) =>
    range(4)
      .map((i) => rect(i * 25, 0, 12.5, 100, front))
      .join(''),
  arch: (front, third) =>
    path('M0 100V50A50 50 0 0 1 100 50V100Z', front) + path('M30 100V50A20 20 0 0 1 70 50V100Z', third),
}

function tile(x: number, y: number, size: number, turn: number, back: string, shape: string) {
  const turned = `translate(${x} ${y}) scale(${size / 100}) rotate(${turn * 90} 50 50)`
  return `<g transform="${turned}">${rect(0, 0, 100, 100, back)}${shape}</g>`
}
