import { circle, group, line, mix, path, range, rect, text } from '../draw.ts'
import { type Family, type Scene, variantOf } from '../family.ts'

/** What a designer's table looks like. */
export const artboards: Family = (scene) => variantOf(scene, [kit, flow, scale, sketches])(scene)

const bar = (x: number, y: number, width: number, height: number, fill: string) =>
  rect(x, y, width, height, fill, { rx: height / 2 })

const kit = ({ random: r, palette: p, word }: Scene) => {
  const quiet = mix(p.paper, p.deep, 0.12)
  const cells = r.shuffle([
    (x: number, y: number) =>
      text('Aa', x + 40, y + 190, 200, p.deep) +
      bar(x + 330, y + 100, 110, 16, quiet) +
      bar(x + 330, y + 140, 80, 16, quiet),
    (x: number, y: number) =>
      range(5)
        .map((i) =>
          circle(x + 76 + i * 82, y + 140, 52, [p.bg, p.a, p.b, p.c, p.deep][i] ?? p.a, {
            stroke: p.paper,
            'stroke-width': 8,
          }),
        )
        .join(''),
    (x: number, y: number) =>
      rect(x + 40, y + 60, 200, 70, p.b, { rx: 35 }) +
      bar(x + 84, y + 88, 112, 14, p.paper) +
      rect(x + 262, y + 60, 170, 70, 'none', { rx: 35, stroke: p.deep, 'stroke-width': 5 }) +
      bar(x + 300, y + 88, 92, 14, p.deep) +
      rect(x + 40, y + 160, 392, 64, quiet, { rx: 16 }),
    (x: number, y: number) =>
      range(3)
        .map(
          (i) =>
            rect(x + 44, y + 52 + i * 66, 96, 50, i === 1 ? quiet : p.a, { rx: 25 }) +
            circle(x + (i === 1 ? 69 : 115), y + 77 + i * 66, 19, p.paper) +
            bar(x + 170, y + 68 + i * 66, 200 - i * 30, 16, mix(p.paper, p.deep, 0.35)),
        )
        .join(''),
    (x: number, y: number) =>
      line(`M${x + 60} ${y + 140}H${x + 420}`, quiet, 16) +
      line(`M${x + 60} ${y + 140}H${x + 250}`, p.a, 16) +
      circle(x + 250, y + 140, 34, p.deep),
    (x: number, y: number) =>
      path(`M${x + 60} ${y + 226}a176 150 0 0 1 352 0Z`, p.a) +
      path(`M${x + 140} ${y + 226}a96 82 0 0 1 192 0Z`, p.paper),
    (x: number, y: number) =>
      range(8)
        .map(
          (i) =>
            rect(
              x + 46 + (i % 4) * 100,
              y + 44 + Math.floor(i / 4) * 104,
              80,
              80,
              [p.c, p.a, quiet, p.b, quiet, p.deep, p.a, p.c][i] ?? p.a,
              { rx: 24 },
            ) + circle(x + 86 + (i % 4) * 100, y + 84 + Math.floor(i / 4) * 104, 16, p.paper),
        )
        .join(''),
    (x: number, y: number) =>
      circle(x + 110, y + 140, 66, p.b) +
      circle(x + 110, y + 122, 24, p.paper) +
      path(`M${x + 66} ${y + 186}a44 40 0 0 1 88 0Z`, p.paper) +
      bar(x + 210, y + 104, 190, 20, p.deep) +
      bar(x + 210, y + 150, 130, 16, quiet),
    (x: number, y: number) => text(word.slice(0, 8), x + 40, y + 166, 84, p.a),
  ])
  return [
    rect(0, 0, 1600, 1000, p.bg),
    ...cells.map((cell, i) => {
      const [x, y] = [56 + (i % 3) * 502, 56 + Math.floor(i / 3) * 302]
      return rect(x, y, 484, 284, i === 4 ? mix(p.paper, p.c, 0.35) : p.paper, { rx: 28 }) + cell(x, y)
    }),
  ].join('')
}

const flow = ({ random: r, palette: p }: Scene) => {
  const quiet = mix(p.paper, p.deep, 0.2)
  const screens = [
    [150, 180],
    [500, 120],
    [850, 220],
    [1200, 150],
    [500, 590],
    [850, 660],
    [1200, 590],
  ] as const
  const screen = ([x, y]: readonly [number, number], i: number) =>
    rect(x + 10, y + 12, 250, 340, p.deep, { rx: 26, opacity: 0.25 }) +
    rect(x, y, 250, 340, p.paper, { rx: 26 }) +
    [
      () =>
        rect(x + 22, y + 24, 206, 130, p.a, { rx: 16 }) +
        bar(x + 22, y + 180, 160, 14, quiet) +
        bar(x + 22, y + 208, 200, 14, quiet) +
        rect(x + 22, y + 270, 206, 46, p.b, { rx: 23 }),
      () =>
        range(4)
          .map(
            (k) =>
              circle(x + 46, y + 56 + k * 74, 22, [p.a, p.b, p.c, p.a][k] ?? p.a) +
              bar(x + 84, y + 48 + k * 74, 130 - (k % 2) * 40, 14, quiet),
          )
          .join(''),
      () =>
        range(4)
          .map((k) =>
            rect(
              x + 22 + (k % 2) * 108,
              y + 30 + Math.floor(k / 2) * 120,
              96,
              106,
              [p.c, p.a, p.b, p.c][k] ?? p.a,
              { rx: 16 },
            ),
          )
          .join('') + bar(x + 22, y + 286, 140, 14, quiet),
      () =>
        circle(x + 125, y + 130, 70, 'none', { stroke: p.b, 'stroke-width': 22 }) +
        bar(x + 55, y + 240, 140, 16, quiet) +
        bar(x + 85, y + 272, 80, 14, quiet),
    ][(i + r.int(0, 3)) % 4]?.()
  const wire = (x1: number, y1: number, x2: number, y2: number) =>
    line(`M${x1} ${y1}C${(x1 + x2) / 2} ${y1} ${(x1 + x2) / 2} ${y2} ${x2} ${y2}`, p.ink, 6) +
    circle(x2, y2, 12, p.b)
  return [
    rect(0, 0, 1600, 1000, p.bg),
    ...range(31).flatMap((i) =>
      range(19).map((k) => circle(50 + i * 50, 50 + k * 50, 3, mix(p.bg, p.ink, 0.2))),
    ),
    wire(400, 350, 500, 290),
    wire(750, 290, 850, 390),
    wire(1100, 390, 1200, 320),
    wire(275, 520, 500, 760),
    wire(750, 760, 850, 830),
    wire(1100, 830, 1200, 760),
    ...screens.map(screen),
  ].join('')
}

const scale = ({ random: r, palette: p, word }: Scene) => {
  const sizes = [300, 200, 132, 86, 54, 32]
  let y = 300
  return [
    rect(0, 0, 1600, 1000, p.bg),
    rect(0, 0, 120, 1000, p.c),
    ...sizes.map((size, i) => {
      const drawn =
        text(word, 200, y, size, i === r.int(0, 2) ? p.b : p.ink, { tracking: -15 }) +
        line(`M120 ${y + 14}H1600`, mix(p.bg, p.ink, 0.2), 2) +
        text(String(Math.round(size / 6)), 60, y, 36, p.ink, { anchor: 'middle', opacity: 0.8 })
      y += (sizes[i + 1] ?? 20) * 0.9 + 44
      return drawn
    }),
  ].join('')
}

const sketches = ({ random: r, palette: p }: Scene) => {
  const note = (x: number, y: number, tone: string, turn: number) =>
    group(
      { transform: `rotate(${turn} ${x + 100} ${y + 100})` },
      rect(x + 8, y + 12, 200, 200, p.deep, { opacity: 0.22 }),
      rect(x, y, 200, 200, tone),
      bar(x + 28, y + 44, 130, 14, p.deep),
      bar(x + 28, y + 78, 100, 14, p.deep),
      bar(x + 28, y + 112, 120, 14, p.deep),
    )
  const clusters = [
    [130, 110],
    [620, 90],
    [1110, 130],
    [130, 560],
    [620, 540],
    [1110, 580],
  ] as const
  return [
    rect(0, 0, 1600, 1000, p.bg),
    ...clusters.flatMap(([x, y], i) => {
      const tone = [p.a, p.paper, p.b, p.paper, p.c, p.a][i] ?? p.a
      return range(r.int(2, 3)).map((k) =>
        note(
          x + (k % 2) * 190 - 10 + k * 14,
          y + Math.floor(k / 2) * 120 + (k % 2) * 60,
          k === 2 ? p.paper : tone,
          r.int(-6, 6),
        ),
      )
    }),
    line('M420 480C520 500 560 470 640 500S900 520 980 470S1150 480 1200 500', p.ink, 8, {
      'stroke-dasharray': '1 22',
    }),
  ].join('')
}
