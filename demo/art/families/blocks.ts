import { line, mix, polygon, range, rect } from '../draw.ts'
import { type Family, variantOf } from '../family.ts'

/** Boxes in isometric view: racks, containers, a small city. */
export const blocks: Family = (scene) => variantOf(scene, [city, racks, containers])(scene)

type Point = readonly [number, number]

/** A box that stands on the ground at (x, y), measured in steps of the isometric grid. */
function box(
  x: number,
  y: number,
  z: number,
  w: number,
  d: number,
  h: number,
  tone: string,
  deep: string,
  unit: number,
  ground = 540,
) {
  const at = (px: number, py: number, pz: number): Point => [
    800 + (px - py) * unit,
    ground + (px + py) * unit * 0.55 - pz * unit,
  ]
  const top = polygon(
    [at(x, y, z + h), at(x + w, y, z + h), at(x + w, y + d, z + h), at(x, y + d, z + h)],
    tone,
  )
  const left = polygon(
    [at(x, y + d, z), at(x + w, y + d, z), at(x + w, y + d, z + h), at(x, y + d, z + h)],
    mix(tone, deep, 0.28),
  )
  const right = polygon(
    [at(x + w, y, z), at(x + w, y + d, z), at(x + w, y + d, z + h), at(x + w, y, z + h)],
    mix(tone, deep, 0.5),
  )
  return { top, left, right, at, svg: left + right + top }
}

const city: Family = ({ random: r, palette: p }) => {
  const size = 7
  const unit = 118
  const tones = [p.a, p.b, p.paper, p.c, p.paper]
  const parts = range(size * size).map((i) => {
    const [x, y] = [Math.floor(i / size) - size / 2, (i % size) - size / 2]
    const far = Math.hypot(x, y)
    const height = Math.max(0.14, (r.float(0.3, 2.7) * (size - far * 1.5)) / size)
    if (r.chance(0.12))
      return { order: x + y, svg: box(x, y, 0, 0.86, 0.86, 0.1, mix(p.bg, p.a, 0.4), p.deep, unit, 560).svg }
    const tone = r.pick(tones)
    const drawn = box(x, y, 0, 0.86, 0.86, height, tone, p.deep, unit, 560)
    const floors = range(Math.floor(height / 0.34)).map((floor) => {
      const z = 0.2 + floor * 0.34
      const [from, to] = [drawn.at(x + 0.12, y + 0.86, z), drawn.at(x + 0.74, y + 0.86, z)]
      return line(
        `M${from[0].toFixed(1)} ${from[1].toFixed(1)}L${to[0].toFixed(1)} ${to[1].toFixed(1)}`,
        mix(tone, p.deep, 0.62),
        7,
        { 'stroke-dasharray': '9 13' },
      )
    })
    return { order: x + y, svg: drawn.svg + floors.join('') }
  })
  return (
    rect(0, 0, 1600, 1000, p.bg) +
    parts
      .sort((one, other) => one.order - other.order)
      .map(({ svg }) => svg)
      .join('')
  )
}

const racks: Family = ({ random: r, palette: p }) => {
  const unit = 150
  const stacks = [
    [-2.4, 0.2],
    [-0.9, -0.9],
    [0.5, -2.1],
    [-0.5, 1],
    [0.9, -0.2],
  ] as const
  return (
    rect(0, 0, 1600, 1000, p.bg) +
    range(9)
      .map((i) => {
        const [from, to] = [
          box(-4 + i, -4, 0, 0, 0, 0, p.a, p.deep, unit).at(-4 + i, -5, 0),
          box(0, 0, 0, 0, 0, 0, p.a, p.deep, unit).at(-4 + i, 5, 0),
        ]
        return line(
          `M${from[0].toFixed(1)} ${from[1].toFixed(1)}L${to[0].toFixed(1)} ${to[1].toFixed(1)}`,
          mix(p.bg, p.ink, 0.14),
          3,
        )
      })
      .join('') +
    [...stacks]
      .sort((one, other) => one[0] + one[1] - other[0] - other[1])
      .map(([x, y], stack) => {
        const count = r.int(3, 6)
        return range(count)
          .map((i) => {
            const tone =
              i === count - 1 ? (stack % 2 === 0 ? p.b : p.a) : i % 2 === 0 ? p.paper : mix(p.paper, p.c, 0.5)
            const drawn = box(x, y, i * 0.36, 1, 1, 0.3, tone, p.deep, unit, 620)
            const [from, to] = [
              drawn.at(x + 0.14, y + 1, i * 0.36 + 0.15),
              drawn.at(x + 0.5, y + 1, i * 0.36 + 0.15),
            ]
            const light = line(
              `M${from[0].toFixed(1)} ${from[1].toFixed(1)}L${to[0].toFixed(1)} ${to[1].toFixed(1)}`,
              p.deep,
              9,
              { 'stroke-dasharray': '0.1 18' },
            )
            return drawn.svg + light
          })
          .join('')
      })
      .join('')
  )
}

const containers: Family = ({ random: r, palette: p }) => {
  const unit = 112
  const tones = [p.a, p.b, p.c, p.paper]
  const spots = range(4).flatMap((row) =>
    range(2).map((column) => [column * 2.5 - 2.6, row * 1.25 - 2.6] as const),
  )
  return (
    rect(0, 0, 1600, 1000, p.bg) +
    spots
      .sort((one, other) => one[0] + one[1] - other[0] - other[1])
      .map(([x, y]) =>
        range(r.int(1, 3))
          .map((level) => {
            const tone = r.pick(tones)
            const drawn = box(x, y, level * 0.98, 2.3, 1.05, 0.94, tone, p.deep, unit, 660)
            const ribs = range(9).map((i) => {
              const [from, to] = [
                drawn.at(x + 0.18 + i * 0.24, y + 1.05, level * 0.98 + 0.12),
                drawn.at(x + 0.18 + i * 0.24, y + 1.05, level * 0.98 + 0.82),
              ]
              return line(
                `M${from[0].toFixed(1)} ${from[1].toFixed(1)}L${to[0].toFixed(1)} ${to[1].toFixed(1)}`,
                mix(tone, p.deep, 0.45),
                6,
              )
            })
            return drawn.svg + ribs.join('')
          })
          .join(''),
      )
      .join('')
  )
}
