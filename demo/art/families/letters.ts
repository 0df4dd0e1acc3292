import { circle, mix, path, range, rect, text, textWidth } from '../draw.ts'
import { type Family, variantOf } from '../family.ts'
import { inkOn } from '../palettes.ts'

/** The word itself as the picture. */
export const letters: Family = (scene) => variantOf(scene, [giant, rows, initial, stacked])(scene)

const giant: Family = ({ random: r, palette: p, word }) => {
  const size = Math.min(620, (1420 / textWidth(word, 1000, -25)) * 1000)
  const y = 500 + size * 0.24
  return [
    rect(0, 0, 1600, 1000, p.bg),
    r.chance(0.5) ? circle(r.int(300, 1300), 500, 330, p.c) : path('M0 1000A800 800 0 0 1 1600 1000Z', p.c),
    text(word, 800, y, size, p.ink, { anchor: 'middle', tracking: -25 }),
    rect(90, 80, 300, 16, p.a, { rx: 8 }),
    circle(1490, 88, 30, p.b),
    rect(90, 904, 180, 16, p.ink, { rx: 8, opacity: 0.6 }),
    rect(1330, 904, 180, 16, p.ink, { rx: 8, opacity: 0.6 }),
  ].join('')
}

const rows: Family = ({ random: r, palette: p, word }) => {
  const size = 210
  const line = `${word} `.repeat(12)
  const lit = r.int(1, 4)
  return [
    rect(0, 0, 1600, 1000, p.bg),
    ...range(6).map((i) => {
      const tone = i === lit ? p.b : mix(p.bg, i % 2 === 0 ? p.ink : p.c, i % 2 === 0 ? 0.16 : 0.9)
      const cut = [...line].slice(0, Math.ceil(2200 / (size * 0.42))).join('')
      return text(cut, -r.int(20, 420), 160 + i * 172, size, tone, { tracking: -20 })
    }),
  ].join('')
}

const initial: Family = ({ random: r, palette: p, word }) => {
  const letter = [...word][0]?.toUpperCase() ?? 'P'
  const side = r.chance(0.5)
  const x = side ? 520 : 1080
  return [
    rect(0, 0, 1600, 1000, p.bg),
    rect(side ? 800 : 0, 0, 800, 1000, p.c),
    circle(800, 500, 300, p.b),
    path(`M800 200A300 300 0 0 ${side ? 1 : 0} 800 800Z`, p.deep),
    text(letter, x, 1010, 1320, p.paper, { anchor: 'middle' }),
    text(word, side ? 1500 : 100, 930, 72, p.ink, { anchor: side ? 'end' : 'start' }),
  ].join('')
}

const stacked: Family = ({ random: r, palette: p, word }) => {
  const all = [...word.toUpperCase().replace(/[^A-ZÁÉÍÓÚÑ0-9]/g, '')]
  const columns = all.length > 6 ? 4 : Math.max(2, Math.ceil(all.length / 2))
  const count = all.length > 6 ? 8 : columns * 2
  const width = 1600 / columns
  const tones = r.shuffle([p.a, p.b, p.c, p.deep, p.paper, p.bg])
  return range(count)
    .map((i) => {
      const [x, y] = [(i % columns) * width, Math.floor(i / columns) * 500]
      const back = tones[(i + Math.floor(i / columns)) % tones.length] ?? p.bg
      const front = inkOn(back, p)
      const letter = all[i]
      const drawn = letter
        ? text(letter, x + width / 2, y + 400, 440, front, { anchor: 'middle' })
        : circle(x + width / 2, y + 250, 150, front)
      return rect(x, y, width + 1, 501, back) + drawn
    })
    .join('')
}
