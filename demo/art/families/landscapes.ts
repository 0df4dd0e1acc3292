import { circle, group, line, mix, path, polygon, range, rect, smooth } from '../draw.ts'
import { type Family, variantOf } from '../family.ts'
import { warm } from '../palettes.ts'

/** Land, wind and houses: what much of the software here is about. */
export const landscapes: Family = (scene) =>
  variantOf(scene, [windmills, village, peaks, harbour, vines, lighthouse])(scene)

const ridge = (r: Parameters<Family>[0]['random'], base: number, swing: number) =>
  smooth(range(9).map((i) => [i * 230 - 120, base + r.int(-swing, swing)] as const))

const windmills: Family = ({ random: r, palette: p }) => {
  const mill = (x: number, y: number, size: number, tone: string) => {
    const turn = r.int(0, 119)
    const blade = (angle: number) =>
      path(
        `M0 0C${14 * size} ${-40 * size} ${12 * size} ${-120 * size} 0 ${-190 * size}C${-6 * size} ${-120 * size} ${-8 * size} ${-40 * size} 0 0Z`,
        tone,
        { transform: `rotate(${angle + turn})` },
      )
    return (
      polygon(
        [
          [x - 7 * size, y + 640 * size],
          [x + 7 * size, y + 640 * size],
          [x + 4 * size, y],
          [x - 4 * size, y],
        ],
        tone,
      ) +
      group(
        { transform: `translate(${x} ${y})` },
        blade(0),
        blade(120),
        blade(240),
        circle(0, 0, 12 * size, tone),
      )
    )
  }
  return [
    rect(0, 0, 1600, 1000, p.bg),
    circle(r.int(300, 1300), r.int(260, 420), 150, warm(p)),
    path(`${ridge(r, 640, 60)}V1000H-120Z`, mix(p.bg, p.c, 0.8)),
    ...range(3).map((i) => mill(r.int(180, 520) + i * 400, r.int(330, 400), 0.62, mix(p.bg, p.paper, 0.75))),
    path(`${ridge(r, 740, 50)}V1000H-120Z`, p.a),
    ...range(2).map((i) => mill(r.int(320, 620) + i * 640, r.int(270, 340), 1.15, p.paper)),
    path(`${ridge(r, 860, 40)}V1000H-120Z`, p.deep),
    ...range(5).map((i) =>
      line(
        `M-20 ${905 + i * 26}Q${r.int(300, 700)} ${870 + i * 26} 820 ${905 + i * 26}T1620 ${905 + i * 26}`,
        mix(p.deep, p.a, 0.25),
        4,
      ),
    ),
  ].join('')
}

const village: Family = ({ random: r, palette: p }) => {
  const walls = [p.paper, p.a, p.b, p.c, mix(p.paper, p.c, 0.5)]
  const row = (base: number, size: number, shade: number) => {
    let x = -r.int(0, 90)
    const houses: string[] = []
    while (x < 1600) {
      const [w, h] = [r.int(90, 170) * size, r.int(120, 290) * size]
      const wall = mix(r.pick(walls), p.deep, shade)
      const roof = r.pick([
        polygon(
          [
            [x - 8, base - h],
            [x + w / 2, base - h - 70 * size],
            [x + w + 8, base - h],
          ],
          mix(p.deep, p.b, 0.35),
        ),
        path(`M${x} ${base - h}a${w / 2} ${w / 2} 0 0 1 ${w} 0Z`, mix(p.deep, p.a, 0.3)),
        rect(x - 5, base - h - 14, w + 10, 18, p.deep),
      ])
      const panes = range(Math.floor(h / (64 * size))).flatMap((level) =>
        range(2).map((side) =>
          path(
            `M${x + w * (0.22 + side * 0.36)} ${base - h + (40 + level * 64) * size}v${-16 * size}a${11 * size} ${11 * size} 0 0 1 ${22 * size} 0v${16 * size}Z`,
            r.chance(0.3) ? p.b : p.deep,
          ),
        ),
      )
      houses.push(rect(x, base - h, w, h + 400, wall) + roof + panes.join(''))
      x += w + r.pick([0, 0, 6])
    }
    return houses.join('')
  }
  return [
    rect(0, 0, 1600, 1000, p.bg),
    circle(r.int(300, 1300), 220, 100, p.paper),
    row(600, 0.85, 0.3),
    row(800, 1.1, 0.08),
    rect(0, 860, 1600, 140, p.deep),
    path('M0 1000V940Q400 850 800 930T1600 900V1000Z', mix(p.deep, p.a, 0.25)),
  ].join('')
}

const peaks: Family = ({ random: r, palette: p }) => {
  const peak = (x: number, y: number, width: number, tone: string) => {
    const half = width / 2
    const h = 1000 - y
    const snow = 0.24
    return (
      polygon(
        [
          [x - half, 1000],
          [x, y],
          [x + half, 1000],
        ],
        tone,
      ) +
      polygon(
        [
          [x, y],
          [x + half, 1000],
          [x + half * 0.18, 1000],
        ],
        mix(tone, p.deep, 0.28),
      ) +
      polygon(
        [
          [x, y],
          [x - half * snow, y + h * snow],
          [x - half * 0.1, y + h * (snow - 0.05)],
          [x, y + h * (snow + 0.05)],
          [x + half * 0.12, y + h * (snow - 0.04)],
          [x + half * snow, y + h * snow],
        ],
        p.paper,
      )
    )
  }
  return [
    rect(0, 0, 1600, 1000, p.bg),
    ...range(4).map((i) =>
      circle(800, 560, 560 - i * 120, mix(p.bg, i === 3 ? p.paper : p.c, 0.3 + i * 0.2)),
    ),
    peak(r.int(300, 480), r.int(380, 460), 900, p.c),
    peak(r.int(1120, 1320), r.int(330, 420), 1000, p.c),
    peak(r.int(700, 880), r.int(200, 280), 1160, p.a),
    path(`${ridge(r, 900, 26)}V1000H-120Z`, p.deep),
    ...range(26).map((i) => {
      const [x, y, s] = [i * 64 + r.int(-20, 20), 900 + r.int(0, 60), r.float(0.6, 1.1)]
      return polygon(
        [
          [x - 22 * s, y],
          [x, y - 90 * s],
          [x + 22 * s, y],
        ],
        mix(p.deep, p.a, 0.3),
      )
    }),
  ].join('')
}

const harbour: Family = ({ random: r, palette: p }) => {
  const boat = (x: number, y: number, size: number, hull: string, sail: string) =>
    polygon(
      [
        [x, y - 20 * size],
        [x, y - 300 * size],
        [x + 150 * size, y - 20 * size],
      ],
      sail,
    ) +
    polygon(
      [
        [x - 14 * size, y - 20 * size],
        [x - 14 * size, y - 230 * size],
        [x - 110 * size, y - 20 * size],
      ],
      p.paper,
    ) +
    path(
      `M${x - 140 * size} ${y}H${x + 170 * size}Q${x + 130 * size} ${y + 60 * size} ${x + 90 * size} ${y + 60 * size}H${x - 80 * size}Q${x - 120 * size} ${y + 60 * size} ${x - 140 * size} ${y}Z`,
      hull,
    )
  const boats = range(r.int(1, 4)).map((i) => {
    const far = [0.55, 0.85, 1.15, 1.6][i] ?? 1
    const x = 200 + ((i * 620 + r.int(0, 420)) % 1200)
    return boat(x, 610 + far * 150, far, r.pick([p.deep, p.b]), r.pick([p.a, p.b, p.c]))
  })
  return [
    rect(0, 0, 1600, 1000, p.bg),
    circle(r.int(200, 1400), r.int(240, 400), r.int(110, 190), warm(p)),
    path(`${ridge(r, 520, 60)}V700H-120Z`, p.c),
    rect(0, 600, 1600, 400, mix(p.bg, p.deep, 0.55)),
    ...range(30).map(() => {
      const y = r.int(630, 980)
      return line(`M${r.int(-40, 1560)} ${y}h${r.int(40, 40 + (y - 600) / 2)}`, mix(p.bg, p.paper, 0.4), 4)
    }),
    ...boats,
  ].join('')
}

/** Rows that meet at the horizon. */
const vines: Family = ({ random: r, palette: p }) => {
  const horizon = r.int(400, 470)
  const vanish = r.int(500, 1100)
  const rows = range(15).map((i) => {
    const foot = vanish + (i - 7) * 330
    const [near, far] = [foot - 60, foot + 60]
    return polygon(
      [
        [vanish - 3, horizon],
        [vanish + 3, horizon],
        [far, 1010],
        [near, 1010],
      ],
      i % 4 === 2 ? p.b : p.a,
    )
  })
  return [
    rect(0, 0, 1600, 1000, p.bg),
    circle(vanish + r.int(-260, 260), horizon - r.int(30, 120), r.int(110, 160), warm(p)),
    path(`${ridge(r, horizon - 60, 40)}V1000H-120Z`, p.c),
    path(`${ridge(r, horizon - 10, 18)}V1000H-120Z`, mix(p.c, p.deep, 0.35)),
    rect(0, horizon, 1600, 600, p.deep),
    ...rows,
    polygon(
      [
        [vanish - 90, horizon + 4],
        [vanish - 90, horizon - 50],
        [vanish - 45, horizon - 84],
        [vanish, horizon - 50],
        [vanish, horizon + 4],
      ],
      p.paper,
    ),
    rect(vanish - 60, horizon - 30, 24, 34, p.b),
  ].join('')
}

const lighthouse: Family = ({ random: r, palette: p }) => {
  const x = r.int(420, 1180)
  const beam = r.pick([-1, 1])
  const top = 250
  const tower = [
    [x - 34, top + 60],
    [x + 34, top + 60],
    [x + 62, 760],
    [x - 62, 760],
  ] as const
  const band = (from: number, to: number) => {
    const half = (y: number) => 34 + ((y - top - 60) / (700 - top)) * 28
    return polygon(
      [
        [x - half(from), from],
        [x + half(from), from],
        [x + half(to), to],
        [x - half(to), to],
      ],
      p.b,
    )
  }
  return [
    rect(0, 0, 1600, 1000, p.bg),
    polygon(
      [
        [x, top + 20],
        [x + beam * 1700, top - 240],
        [x + beam * 1700, top + 280],
      ],
      mix(p.bg, p.a, 0.35),
    ),
    circle(x - beam * r.int(280, 420), r.int(190, 300), r.int(60, 110), warm(p)),
    path(`M${x - 420} 1000Q${x - 260} 700 ${x} 720T${x + 430} 1000Z`, mix(p.bg, p.deep, 0.6)),
    polygon(tower, p.paper),
    band(430, 520),
    band(610, 690),
    rect(x - 44, top, 88, 60, p.a, { rx: 6 }),
    path(`M${x - 50} ${top}Q${x} ${top - 70} ${x + 50} ${top}Z`, p.deep),
    rect(x - 56, top + 54, 112, 16, p.deep, { rx: 8 }),
    path('M-60 860Q140 820 340 860T740 860T1140 860T1540 860T1940 860V1000H-60Z', p.deep),
    path('M-160 920Q40 880 240 920T640 920T1040 920T1440 920T1840 920V1000H-160Z', mix(p.deep, p.a, 0.25)),
  ].join('')
}
