import { circle, line, mix, path, range, rect } from '../draw.ts'
import { type Family, variantOf } from '../family.ts'
import { warm } from '../palettes.ts'

/** The motif of the product: what carries people over water. */
export const bridges: Family = (scene) => variantOf(scene, [suspension, viaduct, scales, cableStayed])(scene)

const suspension: Family = ({ random: r, palette: p }) => {
  const deck = r.int(600, 660)
  const sunX = r.int(500, 1100)
  const towers = [r.int(330, 430), r.int(1170, 1270)] as const
  const top = r.int(150, 230)
  const middle = (towers[0] + towers[1]) / 2
  const sag = deck - 50
  const cableY = (x: number) => {
    const half = (towers[1] - towers[0]) / 2
    if (x < towers[0]) return top + ((towers[0] - x) / (towers[0] + 200)) ** 0.9 * (deck - top)
    if (x > towers[1]) return top + ((x - towers[1]) / (1800 - towers[1])) ** 0.9 * (deck - top)
    return top + (sag - top) * (1 - ((x - middle) / half) ** 2)
  }
  const xs = range(81).map((i) => -40 + i * 21)
  const cable = xs.map((x, i) => `${i === 0 ? 'M' : 'L'}${x} ${cableY(x).toFixed(1)}`).join('')
  const tower = (x: number) =>
    rect(x - 16, top - 30, 32, deck - top + 210, p.ink, { rx: 6 }) +
    rect(x - 42, deck + 20, 84, 190, p.ink, { rx: 6 }) +
    rect(x - 26, top + 90, 52, 16, p.ink) +
    rect(x - 26, top + 210, 52, 16, p.ink)
  return [
    rect(0, 0, 1600, 1000, p.bg),
    circle(sunX, deck - r.int(80, 200), r.int(150, 210), warm(p)),
    path(
      `M0 ${deck + 30}Q220 ${deck - 130} 460 ${deck - 10}T900 ${deck - 30}T1330 ${deck - 60}T1600 ${deck - 20}V1000H0Z`,
      mix(p.bg, p.deep, 0.35),
    ),
    rect(0, deck + 140, 1600, 400, p.deep),
    ...range(11).map((i) => {
      const y = deck + 175 + i * 22
      const width = r.int(60, 300)
      const x = sunX - width / 2 + r.int(-140, 140)
      return line(`M${x} ${y}h${width}`, i % 3 === 0 ? p.b : mix(p.deep, p.a, 0.5), 6)
    }),
    ...xs
      .filter((_, i) => i % 2 === 0)
      .map((x) => line(`M${x} ${cableY(x).toFixed(1)}V${deck}`, p.ink, 3, { opacity: 0.75 })),
    line(cable, p.ink, 9),
    tower(towers[0]),
    tower(towers[1]),
    rect(0, deck - 8, 1600, 26, p.ink),
    rect(0, deck + 18, 1600, 8, p.a),
  ].join('')
}

const viaduct: Family = ({ random: r, palette: p }) => {
  const wide = r.pick([200, 229, 267])
  const count = Math.ceil(1600 / wide) + 1
  const shift = -r.int(20, wide - 20)
  const tier = (y: number, height: number, pillar: number, color: string) => {
    const arch = (i: number) => {
      const x = shift + i * wide + pillar / 2
      const w = wide - pillar
      return `M${x} 1100V${y + 40 + w / 2}a${w / 2} ${w / 2} 0 0 1 ${w} 0V1100Z`
    }
    return path(`M0 ${y}H1600V${y + height}H0Z${range(count).map(arch).join('')}`, color, {
      'fill-rule': 'evenodd',
    })
  }
  const sun = r.int(260, 1340)
  const hills = mix(p.bg, p.deep, 0.3)
  const cars = r.int(4, 6)
  const train = r.int(100, 1500 - cars * 176)
  return [
    rect(0, 0, 1600, 1000, p.bg),
    circle(sun, r.int(150, 200), r.int(90, 130), warm(p)),
    path(`M0 620Q300 430 620 600T1180 520T1600 590V1000H0Z`, hills),
    path(`M0 760Q420 600 800 720T1600 680V1000H0Z`, mix(p.bg, p.deep, 0.55)),
    tier(330, 670, 54, p.paper),
    rect(0, 306, 1600, 30, mix(p.paper, p.a, 0.35)),
    ...range(cars).map((i) => {
      const x = train + i * 176
      const windows = range(4).map((pane) => rect(x + 18 + pane * 36, 252, 22, 22, p.paper, { rx: 5 }))
      return rect(x, 236, 168, 70, i === 0 ? p.deep : p.a, { rx: 14 }) + windows.join('')
    }),
    rect(0, 900, 1600, 100, p.deep),
    ...range(14).map((i) =>
      line(`M${r.int(0, 1500)} ${920 + (i % 4) * 20}h${r.int(40, 160)}`, mix(p.deep, p.a, 0.45), 5),
    ),
  ].join('')
}

const scales: Family = ({ random: r, palette: p }) => {
  const size = r.pick([200, 266])
  const rings = 4
  const quiet = mix(p.bg, p.c, 0.75)
  const lit = [p.a, p.b, p.paper]
  const drop = [r.int(200, 1400), r.int(200, 800)] as const
  const scale = (x: number, y: number) => {
    const near = Math.hypot(x - drop[0], y - drop[1]) < r.int(100, 520)
    const tone = near && r.chance(0.7) ? r.pick(lit) : quiet
    return range(rings * 2)
      .map((ring) => circle(x, y, (size / 2) * (1 - ring / (rings * 2)), ring % 2 === 0 ? tone : p.bg))
      .join('')
  }
  // Each row covers the lower half of the one above, as roof tiles do.
  const rows = range(Math.ceil(1000 / (size / 4)) + 3).flatMap((row) =>
    range(Math.ceil(1600 / size) + 2).map((column) =>
      scale((column - 0.5 + (row % 2) / 2) * size, (row * size) / 4 - size / 4),
    ),
  )
  return rect(0, 0, 1600, 1000, p.bg) + rows.join('')
}

const cableStayed: Family = ({ random: r, palette: p }) => {
  const mast = r.int(560, 1040)
  const top = 90
  const deck = 720
  const lean = r.pick([-60, 0, 60])
  const left = range(13).map((i) => [mast - 70 - i * 62, top + 20 + i * 24] as const)
  const right = range(13).map((i) => [mast + 70 + i * 62, top + 20 + i * 24] as const)
  const stay = ([x, y]: readonly [number, number]) =>
    line(`M${mast + lean * (1 - (y - top) / 640)} ${y}L${x} ${deck}`, p.ink, 5)
  return [
    rect(0, 0, 1600, 1000, p.bg),
    path(`M${mast} ${deck}m-520 0a520 520 0 0 1 1040 0Z`, mix(p.bg, p.c, 0.7)),
    path(`M${mast} ${deck}m-360 0a360 360 0 0 1 720 0Z`, warm(p)),
    ...left.map(stay),
    ...right.map(stay),
    path(`M${mast + lean - 12} ${top - 40}h24L${mast + 46} 900H${mast - 46}Z`, p.ink),
    rect(0, deck - 10, 1600, 34, p.ink),
    rect(0, deck + 24, 1600, 10, p.a),
    rect(0, 830, 1600, 170, p.deep),
    ...range(20).map((i) =>
      line(
        `M${r.int(-40, 1560)} ${852 + (i % 6) * 25}h${r.int(50, 240)}`,
        i % 5 === 0 ? p.b : mix(p.deep, p.c, 0.8),
        6,
      ),
    ),
  ].join('')
}
