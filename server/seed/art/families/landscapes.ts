import { circle, group, line, mix, path, polygon, range, rect, smooth } from '../draw.ts'
import type { Family } from '../family.ts'
import { warm } from '../palettes.ts'

/** Land, wind and houses: what much of the software here is about. */
export const landscapes: Family = (scene) => scene.random.pick([windmills, village, peaks, harbour])(scene)

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
  return [
    rect(0, 0, 1600, 1000, p.bg),
    circle(r.int(1000, 1350), 330, 170, warm(p)),
    path(`${ridge(r, 520, 40)}V700H-120Z`, p.c),
    rect(0, 600, 1600, 400, mix(p.bg, p.deep, 0.55)),
    ...range(30).map(() => {
      const y = r.int(630, 980)
      return line(`M${r.int(-40, 1560)} ${y}h${r.int(40, 40 + (y - 600) / 2)}`, mix(p.bg, p.paper, 0.4), 4)
    }),
    boat(r.int(240, 420), 690, 0.8, p.deep, p.a),
    boat(r.int(1120, 1320), 740, 1, p.b, p.a),
    boat(r.int(680, 840), 860, 1.5, p.deep, p.b),
  ].join('')
}
